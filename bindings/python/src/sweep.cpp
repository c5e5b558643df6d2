// run_sweep(), which sweep() of the package is made of.
#include <pybind11/stl.h>

#include <filesystem>
#include <stdexcept>

#include "bind.h"
#include "long_call.h"
#include "src/sweep/job.h"

namespace jumpscope::python {

namespace {

struct Request {
  std::string text, name, folder;  // of the spec
  std::vector<std::string> rom_folders, lines;
  sweep::JobOptions options;
};

std::shared_ptr<const sweep::Plan> planOf(const Request& request) {
  sweep::Spec spec = sweep::parseSpec(request.text, request.name);
  if (std::holds_alternative<sweep::Lines>(spec.inputs) && request.lines.empty())
    throw std::runtime_error(request.name + " takes its inputs from standard input; give them as lines");
  sweep::Sources sources;
  sources.folder = request.folder;
  sources.rom_folders.assign(request.rom_folders.begin(), request.rom_folders.end());
  for (const std::filesystem::path& folder : sources.rom_folders)
    if (!std::filesystem::is_directory(folder))
      throw std::runtime_error("the folder of ROMs " + folder.string() + " is not a folder");
  sources.lines = request.lines;
  return std::make_shared<const sweep::Plan>(std::move(spec), sources);
}

sweep::Part partFrom(const std::string& shard, const std::string& chunks) {
  if (!shard.empty() && !chunks.empty())
    throw std::runtime_error("shard and chunks both choose a part; give one of them");
  if (!shard.empty()) return sweep::parseShard(shard);
  return chunks.empty() ? sweep::Part{} : sweep::parseChunks(chunks);
}

py::dict shown(const sweep::JobResult& result, const std::vector<std::string>& notes) {
  std::string best = result.columns + "\n";
  for (const std::string& row : result.best_rows) best += row + "\n";
  py::dict summary;
  summary["runs"] = result.all.runs;
  summary["chunks"] = result.all.chunks;
  summary["rounds"] = result.all.rounds;
  summary["frames"] = result.all.frames;
  summary["emulated_frames"] = result.all.emulated;
  summary["runs_now"] = result.now.runs;
  summary["best"] = best;
  summary["notes"] = notes;
  return summary;
}

// How far a sweep is, which its threads say and the caller asks.
struct Far {
  std::atomic<uint64_t> done = 0, total = 0;
};

// A sweep keeps its whole chunks when it is interrupted, for which it is waited.
py::dict runSweep(const Request& request, const py::object& progress) {
  const auto plan = interruptible([request](const Stop&) { return planOf(request); });
  const auto far = std::make_shared<Far>();
  const auto tell = [&] {
    if (!progress.is_none() && far->total > 0)
      callPython(progress, py::make_tuple(far->done.load(), far->total.load()));
  };
  const sweep::JobResult result = interruptible(
      [plan, far, options = request.options](const Stop& stop) {
        sweep::JobOptions asked = options;
        asked.stop = stop;
        asked.progress = [far](uint64_t done, uint64_t total) {
          far->done = done;
          far->total = total;
        };
        return sweep::runJob(*plan, asked);
      },
      OnInterrupt::Wait, tell);
  tell();
  return shown(result, plan->notes);
}

}  // namespace

void bindSweep(py::module_& module) {
  module.def(
      "run_sweep",
      [](const std::string& text, const std::string& name, const py::object& folder, const py::object& output,
         unsigned jobs, const std::string& shard, const std::string& chunks, const py::object& after,
         const py::object& rom_paths, const py::object& lines, const py::object& progress) {
        Request request{text, name, pathFrom(folder), {}, stringsFrom(lines, "lines"), {}};
        for (const py::handle& path : py::iter(rom_paths)) request.rom_folders.push_back(pathFrom(path));
        request.options.output = pathFrom(output);
        request.options.threads = jobs;
        request.options.part = partFrom(shard, chunks);
        request.options.earlier = after.is_none() ? "" : pathFrom(after);
        return runSweep(request, progress);
      },
      py::arg("text"), py::arg("name"), py::arg("folder"), py::arg("output"), py::arg("jobs"),
      py::arg("shard"), py::arg("chunks"), py::arg("after"), py::arg("rom_paths"), py::arg("lines"),
      py::arg("progress"), "See jumpscope.sweep().");
  module.def(
      "merge_sweep",
      [](const py::object& parts, const py::object& output) {
        std::vector<std::string> files;
        for (const py::handle& part : py::iter(parts)) files.push_back(pathFrom(part));
        if (files.empty()) throw std::runtime_error("there are no parts to be merged");
        const std::string name = pathFrom(output);
        return shown(interruptible([files, name](const Stop&) { return sweep::mergeParts(files, name); },
                                   OnInterrupt::Wait),
                     {});
      },
      py::arg("parts"), py::arg("output"), "See jumpscope.merge_sweeps().");
}

}  // namespace jumpscope::python
