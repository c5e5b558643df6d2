#include "src/report/plot_png.h"

#include <dlfcn.h>

#include <memory>
#include <stdexcept>

namespace jumpscope::report {

namespace {

// The few types and functions that we need of librsvg 2.46 and cairo 1.10, as their manuals have them.
struct Surface;
struct Context;
struct Handle;
struct RsvgRectangle {
  double x, y, width, height;
};
using WriteFunction = int (*)(void* closure, const unsigned char* data, unsigned length);

void* openLibrary(const char* name) {
  void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw std::runtime_error(
        "a PNG needs librsvg, which is not on this machine; install librsvg2-2 (Debian), or write .svg");
  return library;
}

template <class Function>
void find(void* library, Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function)
    throw std::runtime_error("the librsvg or cairo on this machine lacks " + std::string(name) +
                             "; install a newer one, or write .svg");
}

struct Libraries {
  Handle* (*handleNew)(const uint8_t*, size_t, void**);
  int (*handleSize)(Handle*, double*, double*);
  int (*handleRender)(Handle*, Context*, const RsvgRectangle*, void**);
  Surface* (*surfaceCreate)(int, int, int);
  Context* (*contextCreate)(Surface*);
  int (*contextStatus)(Context*);
  int (*writePng)(Surface*, WriteFunction, void*);
  void (*contextDestroy)(Context*);
  void (*surfaceDestroy)(Surface*);
  void (*objectUnref)(void*);

  Libraries() {
    void* rsvg = openLibrary("librsvg-2.so.2");
    void* cairo = openLibrary("libcairo.so.2");
    find(rsvg, handleNew, "rsvg_handle_new_from_data");
    find(rsvg, handleSize, "rsvg_handle_get_intrinsic_size_in_pixels");
    find(rsvg, handleRender, "rsvg_handle_render_document");
    find(openLibrary("libgobject-2.0.so.0"), objectUnref, "g_object_unref");
    find(cairo, surfaceCreate, "cairo_image_surface_create");
    find(cairo, contextCreate, "cairo_create");
    find(cairo, contextStatus, "cairo_status");
    find(cairo, writePng, "cairo_surface_write_to_png_stream");
    find(cairo, contextDestroy, "cairo_destroy");
    find(cairo, surfaceDestroy, "cairo_surface_destroy");
  }
};

int append(void* closure, const unsigned char* data, unsigned length) {
  auto& png = *static_cast<std::vector<uint8_t>*>(closure);
  png.insert(png.end(), data, data + length);
  return 0;
}

}  // namespace

std::vector<uint8_t> pngOfSvg(const std::string& svg) {
  constexpr int argb32 = 0;
  constexpr double scale = 2, largest = 32767;  // cairo's
  const Libraries library;
  const auto cannot = [] { return std::runtime_error("librsvg cannot draw the plot; write .svg instead"); };
  const std::unique_ptr<Handle, void (*)(void*)> handle(
      library.handleNew(reinterpret_cast<const uint8_t*>(svg.data()), svg.size(), nullptr),
      library.objectUnref);
  double width = 0, height = 0;
  if (!handle || !library.handleSize(handle.get(), &width, &height)) throw cannot();
  if (!(width >= 1 && height >= 1 && width * scale <= largest && height * scale <= largest))
    throw std::runtime_error("the plot is too large for a PNG; draw fewer watches, or write .svg");
  const RsvgRectangle place{0, 0, width * scale, height * scale};
  const std::unique_ptr<Surface, void (*)(Surface*)> surface(
      library.surfaceCreate(argb32, static_cast<int>(place.width), static_cast<int>(place.height)),
      library.surfaceDestroy);
  const std::unique_ptr<Context, void (*)(Context*)> context(library.contextCreate(surface.get()),
                                                             library.contextDestroy);
  std::vector<uint8_t> png;
  if (library.contextStatus(context.get()) != 0 ||
      !library.handleRender(handle.get(), context.get(), &place, nullptr) ||
      library.writePng(surface.get(), append, &png) != 0)
    throw cannot();
  return png;
}

}  // namespace jumpscope::report
