#include "src/report/plot_png.h"

#include <memory>
#include <stdexcept>

#include "src/base/loaded_library.h"

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

base::LoadedLibrary load(const char* name) {
  return {name,
          {.need = "a PNG needs librsvg",
           .called = "librsvg or cairo",
           .package = "librsvg2-2 (Debian)",
           .instead = "write .svg"}};
}

class Libraries {
  const base::LoadedLibrary rsvg_ = load("librsvg-2.so.2"), cairo_ = load("libcairo.so.2"),
                            gobject_ = load("libgobject-2.0.so.0");

 public:
  Handle* (*handleNew)(const uint8_t*, size_t, void**) = rsvg_.function("rsvg_handle_new_from_data");
  int (*handleSize)(Handle*, double*, double*) = rsvg_.function("rsvg_handle_get_intrinsic_size_in_pixels");
  int (*handleRender)(Handle*, Context*, const RsvgRectangle*,
                      void**) = rsvg_.function("rsvg_handle_render_document");
  void (*objectUnref)(void*) = gobject_.function("g_object_unref");
  Surface* (*surfaceCreate)(int, int, int) = cairo_.function("cairo_image_surface_create");
  Context* (*contextCreate)(Surface*) = cairo_.function("cairo_create");
  int (*contextStatus)(Context*) = cairo_.function("cairo_status");
  int (*writePng)(Surface*, WriteFunction, void*) = cairo_.function("cairo_surface_write_to_png_stream");
  void (*contextDestroy)(Context*) = cairo_.function("cairo_destroy");
  void (*surfaceDestroy)(Surface*) = cairo_.function("cairo_surface_destroy");
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
