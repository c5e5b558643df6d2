#include "src/prove/routine/routine.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "src/prove/machine/concrete.h"
#include "src/prove/routine/entries.h"
#include "src/prove/routine/explore.h"
#include "src/prove/routine/find_routine.h"
#include "src/prove/routine/motion_bytes.h"
#include "src/prove/routine/traced_facts.h"
#include "src/prove/routine/ways.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

// Keeps at most `most` things of a long series, evenly spread: of twice as many, every other one goes.
class Thinning {
 public:
  explicit Thinning(size_t most) : most_(most) {}

  // True for one to keep. `thin` is called when every other one of those kept has to go.
  template <class Thin>
  bool keep(const Thin& thin) {
    if (seen_++ % stride_ != 0) return false;
    if (kept_ == 2 * most_) {
      thin();
      stride_ *= 2;
      kept_ = most_;
    }
    ++kept_;
    return true;
  }

 private:
  size_t most_;
  uint64_t seen_ = 0, stride_ = 1;
  size_t kept_ = 0;
};

Program programOf(const console::Console& console, Mapping mapping) {
  Program program{std::move(mapping), {}};
  for (unsigned address = 0x8000; address < 0x10000; ++address)
    program.bytes[address & 0x7FFF] = console.peek(static_cast<uint16_t>(address));
  return program;
}

// The console as it stood when it entered the routine, from its state at the start of that frame; nullptr where that
// moment is not found.
std::shared_ptr<const console::State> stateAtEntry(console::Console& console,
                                                   const console::State& frame_start, uint16_t address,
                                                   const Entry& entry) {
  console.restore(frame_start);
  while (console.frame() <= entry.frame && !console.jammed()) {
    console.step();
    if (console.cpu().pc == address && registersOf(console) == entry.registers && !wasInterrupted(console) &&
        memoryOf(console) == entry.before)
      return std::make_shared<const console::State>(console.state());
  }
  return nullptr;
}

class Recording {
 public:
  Recording(Routine& routine, const Search& search)
      : routine_(routine),
        most_entries_(search.most_entries),
        entries_(search.most_entries),
        states_(search.most_states),
        seen_(routine) {}

  void run(size_t index, EntryFollower::Calls calls) {
    const Run& run = routine_.runs[index];
    routine_.entries.reserve(routine_.entries.size() + std::min<size_t>(run.input.frames, most_entries_));
    console::Console console(routine_.cartridge, run.options), other(routine_.cartridge, run.options);
    console::State frame_start;
    console::Buttons pad = 0;
    std::vector<Entry> wanted;  // of this frame, with a state to come
    EntryFollower follower(
        console, routine_.address, calls,
        [&](Entry& entry, const Mapping& mapping) {
          entry.run = index;
          entry.pad = pad;
          entry.program = programIndex(mapping, console);
          if (entered_ways_.insert(wayOf(entry)).second)
            first_.push_back(entry);
          else if (wanted.empty() && states_.keep([&] { thinStates(); }))
            wanted.push_back(entry);
        },
        [&](Entry&& entry) { add(std::move(entry)); });
    console.hooks().on_watched_write = [&](const console::WatchedWrite& write) {
      (follower.isOpen() ? inside_ : outside_).insert(write.pc);
    };
    for (const uint16_t address : routine_.motion) console.watch(address);
    if (run.input.start) session::begin(console, *run.input.start, run.input.player);
    for (uint64_t frame = 0; frame < run.input.frames; ++frame) {
      const movie::FrameInput input = run.input.player.at(console.frame());
      if (input.power || input.reset) {
        follower.abandon();
        std::erase_if(first_, [&](const Entry& entry) { return !entry.returned && forget(entry); });
        first_with_state_ = first_.size();
      }
      movie::latch(console, input);
      pad = input.pads[0];
      frame_start = console.state();
      console.runFrame();
      for (; first_with_state_ < first_.size(); ++first_with_state_) {
        Entry& entry = first_[first_with_state_];
        entry.state = stateAtEntry(other, frame_start, routine_.address, entry);
      }
      for (const Entry& entry : wanted)
        found_.push_back({entry.run, entry.frame, stateAtEntry(other, frame_start, routine_.address, entry)});
      wanted.clear();
    }
    giveStates();
    requireReturned(index, console.frame());
  }

  // True if the routine's own stores were executed while no execution of it was followed.
  bool missedSome() const {
    return std::any_of(inside_.begin(), inside_.end(), [&](uint16_t pc) { return outside_.contains(pc); });
  }

  // The first entry of each way is kept, however many others there are, and so is what no other has shown.
  void addFirst() {
    std::move(telling_.begin(), telling_.end(), std::back_inserter(routine_.entries));
    for (Entry& first : first_) {
      const auto same =
          std::find_if(routine_.entries.begin(), routine_.entries.end(), [&](const Entry& entry) {
            return entry.run == first.run && entry.frame == first.frame && entry.before == first.before;
          });
      if (same != routine_.entries.end())
        same->state = first.state;
      else if (first.returned)
        routine_.entries.push_back(std::move(first));
    }
    std::stable_sort(routine_.entries.begin(), routine_.entries.end(), [](const Entry& a, const Entry& b) {
      return std::pair(a.run, a.frame) < std::pair(b.run, b.frame);
    });
  }

  // The most frequent program first.
  void sortPrograms() {
    std::vector<size_t> counts(routine_.programs.size());
    for (const Entry& entry : routine_.entries) ++counts[entry.program];
    if (counts.empty()) return;
    const auto most = static_cast<size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    std::swap(routine_.programs[0], routine_.programs[most]);
    for (Entry& entry : routine_.entries)
      entry.program = entry.program == most ? 0 : entry.program == 0 ? most : entry.program;
  }

 private:
  struct Found {
    size_t run;
    uint64_t frame;
    std::shared_ptr<const console::State> state;
  };

  bool forget(const Entry& entry) { return entered_ways_.erase(wayOf(entry)) != 0; }

  // A run may end while the routine runs.
  void requireReturned(size_t run, uint64_t end) {
    for (const Entry& entry : first_)
      if (!entry.returned && entry.run == run && entry.frame + 2 < end)
        routine_.unexplained = "the routine that was entered in frame " + std::to_string(entry.frame) +
                               " from " +
                               trace::addressText(static_cast<uint16_t>(entry.return_address - 3)) +
                               " had not returned when the run ended";
  }

  size_t programIndex(const Mapping& mapping, const console::Console& console) {
    for (size_t i = 0; i < routine_.programs.size(); ++i)
      if (routine_.programs[i] == mapping) return i;
    routine_.programs.push_back(programOf(console, mapping));
    return routine_.programs.size() - 1;
  }

  void add(Entry&& entry) {
    ++routine_.calls;
    noteBetween(entry);
    for (Entry& first : first_)
      if (!first.returned && first.run == entry.run && first.frame == entry.frame &&
          wayOf(first) == wayOf(entry)) {
        const auto state = first.state;
        first = entry;
        first.state = state;
      }
    if (entries_.keep([&] { thinEntries(); }))
      routine_.entries.push_back(std::move(entry));
    else
      keepIfTelling(std::move(entry));
  }

  void noteBetween(const Entry& entry) {
    const bool next = last_ && last_->run == entry.run && last_->frame + 1 == entry.frame;
    for (size_t i = 0; i < routine_.compared.size(); ++i) {
      const uint8_t begin = byteAt(entry.before, routine_.compared[i]);
      if (next) {
        const uint8_t end = last_->bytes[i];
        Between& between = routine_.between[routine_.compared[i]];
        ++between.calls;
        between.changed += begin != end;
        between.counted += end != 0 && begin == end - 1;
        between.stayed += end != 0 && begin == end;
      }
    }
    last_.emplace(Last{entry.run, entry.frame, {}});
    for (const uint16_t address : routine_.compared) last_->bytes.push_back(byteAt(entry.after, address));
  }

  void thinEntries() {
    std::vector<Entry>& all = routine_.entries;
    for (size_t i = 0; i < all.size(); i += 2) seen_.add(all[i]);
    for (size_t i = 1; i < all.size(); i += 2) keepIfTelling(std::move(all[i]));
    for (size_t i = 1; 2 * i < all.size(); ++i) all[i] = std::move(all[2 * i]);
    all.resize((all.size() + 1) / 2);
  }

  void keepIfTelling(Entry&& entry) {
    if (seen_.add(entry)) telling_.push_back(std::move(entry));
  }

  void thinStates() {
    for (size_t i = 1; i < found_.size(); ++i)
      if (i % 2 == 1) found_[i].state = nullptr;
    std::erase_if(found_, [](const Found& found) { return !found.state; });
  }

  // To the entries that are kept.
  void giveStates() {
    for (Entry& entry : routine_.entries) entry.state = nullptr;
    for (const Found& found : found_)
      for (Entry& entry : routine_.entries)
        if (entry.run == found.run && entry.frame == found.frame && found.state &&
            entry.before.ram == found.state->ram) {
          entry.state = found.state;
          break;
        }
  }

  struct Last {
    size_t run;
    uint64_t frame;
    std::vector<uint8_t> bytes;  // of Routine::compared, at the end
  };

  Routine& routine_;
  std::optional<Last> last_;  // execution
  size_t most_entries_;
  Thinning entries_, states_;
  std::vector<Found> found_;
  std::set<Way> entered_ways_;
  std::vector<Entry> first_;  // of each way
  FactsSeen seen_;
  std::vector<Entry> telling_;  // that would have gone
  std::set<uint16_t> inside_,
      outside_;  // instructions that wrote the motion while it was followed, and while not
  size_t first_with_state_ = 0;
};

// None where the input leaves the order of the buttons open, as Right and A together do.
// Those that the routine uses first: scratch bytes may hold the pad, too, from when it was read.
std::vector<PadByte> padBytes(const Routine& routine) {
  const std::vector<Entry>& entries = routine.entries;
  const bool varies = std::any_of(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.pad != entries.front().pad; });
  std::vector<PadByte> bytes;
  if (!varies) return bytes;
  const auto holds = [&](uint16_t address, bool backwards) {
    return std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.before.ram[address] == (backwards ? reversed(entry.pad) : entry.pad);
    });
  };
  for (uint16_t address = 0; address < 0x800; ++address) {
    const bool forwards = holds(address, false), backwards = holds(address, true);
    if (forwards != backwards) bytes.push_back({address, backwards});
  }
  std::stable_partition(bytes.begin(), bytes.end(),
                        [&](const PadByte& byte) { return matters(routine, byte.address); });
  return bytes;
}

uint64_t framesOf(const std::vector<Run>& runs) {
  uint64_t frames = 0;
  for (const Run& run : runs) frames += run.input.frames;
  return frames;
}

void requireEntered(const Routine& routine) {
  if (!routine.entries.empty()) return;
  throw std::runtime_error("the routine at " + trace::addressText(routine.address) +
                           " is not run to its return in " + std::to_string(framesOf(routine.runs)) +
                           " frames; give a movie in which it runs (--movie F) or another address (" +
                           routine.option("--routine $A") + ")");
}

void record(Routine& routine, const Search& search) {
  // Whether all executions were followed.
  const auto follow = [&](EntryFollower::Calls how) {
    routine.entries.clear();
    routine.programs.clear();
    routine.calls = 0;
    routine.between.clear();
    routine.unexplained.clear();
    Recording recording(routine, search);
    for (size_t run = 0; run < routine.runs.size(); ++run) recording.run(run, how);
    recording.addFirst();
    recording.sortPrograms();
    return !routine.entries.empty() && !recording.missedSome();
  };
  if (!follow(EntryFollower::Calls::Jsr)) follow(EntryFollower::Calls::Any);
  requireEntered(routine);
}

// A game that is broken may never show its motion: then the profile's word is taken, if the run calls what it names.
void chooseRoutine(Routine& routine, const CallCensus& census, const trace::Profile& profile) {
  try {
    routine.address = census.find(profile, routine.option("--routine $A"));
    routine.found =
        "the innermost subroutine that is called once per frame and writes all bytes of the motion";
  } catch (const std::runtime_error&) {
    if (!profile.routine || !census.calls(*profile.routine)) throw;
    routine.address = *profile.routine;
    routine.found = "the routine that the profile names, since no other writes all bytes of the motion";
  }
}

}  // namespace

uint8_t reversed(uint8_t buttons) {
  uint8_t result = 0;
  for (int bit = 0; bit < 8; ++bit) result = static_cast<uint8_t>(result << 1 | (buttons >> bit & 1));
  return result;
}

bool matters(const Routine& routine, uint16_t address) {
  constexpr size_t looked_at = 256;
  const size_t stride = routine.entries.size() / looked_at + 1;
  for (size_t i = 0; i < routine.entries.size(); i += stride) {
    const Entry& entry = routine.entries[i];
    for (const uint8_t flipped : {0x01, 0x80, 0xFF}) {
      Memory with = entry.before, without = entry.before;
      with.ram[address] = static_cast<uint8_t>(with.ram[address] ^ flipped);
      runConcrete(routine.programs[entry.program], routine.address, with, entry.registers);
      runConcrete(routine.programs[entry.program], routine.address, without, entry.registers);
      with.ram[address] = without.ram[address];
      if (with != without) return true;
    }
  }
  return false;
}

Routine findRoutine(std::shared_ptr<const console::Cartridge> cartridge, const trace::Profile& profile,
                    std::vector<Run> runs, const Search& search) {
  const MotionBytes bytes = motionBytes(profile);
  Routine routine;
  routine.cartridge = std::move(cartridge);
  routine.motion = bytes.motion;
  routine.compared = bytes.compared;
  routine.command = search.command;
  std::string explored;
  if (runs.empty()) {
    const console::Options options = session::machineOptions({}, *routine.cartridge);
    Exploration exploration = explore(routine.cartridge, options, bytes.height);
    runs.push_back({std::move(exploration.input), options});
    explored = "; " + exploration.done;
  }
  routine.runs = std::move(runs);
  if (search.address) {
    routine.address = *search.address;
    routine.found = "the routine was named";
  } else {
    CallCensus census(bytes);
    for (const Run& run : routine.runs) census.run(routine.cartridge, run);
    chooseRoutine(routine, census, profile);
  }
  routine.found += explored;
  record(routine, search);
  routine.pad_bytes = padBytes(routine);
  return routine;
}

}  // namespace jumpscope::prove
