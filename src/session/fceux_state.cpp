#include "src/session/fceux_state.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/text.h"
#include "src/base/zlib.h"
#include "src/session/state_bytes.h"

namespace jumpscope::session {

namespace {

constexpr std::string_view magic = "FCSX";
constexpr uint32_t not_compressed = 0xFFFF'FFFF;
// A state has about 80 KiB, and the text of the movie that was playing, if any.
constexpr size_t largest_content = size_t{64} << 20;

constexpr uint8_t cpu_chunk = 1, cpu_clock_chunk = 2, ppu_chunk = 3, controllers_chunk = 4, sound_chunk = 5,
                  board_chunk = 16;
constexpr std::array<uint8_t, 6> read_chunks = {cpu_chunk,         cpu_clock_chunk, ppu_chunk,
                                                controllers_chunk, sound_chunk,     board_chunk};

using Fields = std::map<std::string, std::vector<uint8_t>>;

Fields fieldsOf(std::span<const uint8_t> chunk, const std::string& name) {
  Fields fields;
  Reader reader(chunk, name);
  while (!reader.empty()) {
    std::string field = reader.text(4);
    field.resize(std::min(field.find('\0'), field.size()));
    const std::span<const uint8_t> data = reader.take(reader.next<uint32_t>());
    fields[field].assign(data.begin(), data.end());
  }
  return fields;
}

// Fields by the type of their chunk.
std::map<uint8_t, Fields> chunksOf(std::span<const uint8_t> content, const std::string& name) {
  std::map<uint8_t, Fields> chunks;
  Reader reader(content, name);
  while (!reader.empty()) {
    const auto type = reader.next<uint8_t>();
    const std::span<const uint8_t> chunk = reader.take(reader.next<uint32_t>());
    if (std::ranges::find(read_chunks, type) != read_chunks.end()) chunks[type].merge(fieldsOf(chunk, name));
  }
  return chunks;
}

std::vector<uint8_t> contentOf(std::span<const uint8_t> file, const std::string& name, uint32_t& version) {
  Reader reader(file, name);
  reader.take(magic.size());
  const size_t size = reader.next<uint32_t>();
  version = reader.next<uint32_t>();
  const auto packed_size = reader.next<uint32_t>();
  if (size > largest_content)
    throw std::runtime_error(name + " is a state of FCEUX that would hold " + std::to_string(size >> 20) +
                             " MiB, more than the limit of 64; save the state again without a movie");
  if (packed_size == not_compressed) {
    const std::span<const uint8_t> content = reader.take(size);
    return {content.begin(), content.end()};
  }
  auto content = base::inflateZlib(reader.take(packed_size), size);
  if (!content) reader.damaged();
  return std::move(*content);
}

// Stores fields in values of their size.
class Taker {
 public:
  Taker(const std::map<uint8_t, Fields>& chunks, const std::string& name) : chunks_(chunks), name_(name) {}

  template <class T>
  void need(uint8_t chunk, const char* field, T& value) const {
    if (!take(chunk, field, value))
      throw std::runtime_error(name_ + " is a state of FCEUX without its field " + field +
                               "; save it with FCEUX 2.2 or later");
  }
  template <class T>
  bool take(uint8_t chunk, const char* field, T& value) const {
    const auto fields = chunks_.find(chunk);
    if (fields == chunks_.end()) return false;
    const auto found = fields->second.find(field);
    if (found == fields->second.end()) return false;
    const std::vector<uint8_t>& data = found->second;
    if (data.size() != sizeOf(value))
      throw std::runtime_error(name_ + " is a state of FCEUX whose field " + field + " has " +
                               std::to_string(data.size()) + " bytes instead of " +
                               std::to_string(sizeOf(value)) + "; save it with FCEUX 2.2 or later");
    Reader(data, name_).getAny(value);
    return true;
  }

 private:
  const std::map<uint8_t, Fields>& chunks_;
  const std::string& name_;
};

void takeCpu(const Taker& from, FceuxState::Cpu& cpu) {
  from.need(cpu_chunk, "PC", cpu.pc);
  from.need(cpu_chunk, "A", cpu.a);
  from.need(cpu_chunk, "X", cpu.x);
  from.need(cpu_chunk, "Y", cpu.y);
  from.need(cpu_chunk, "S", cpu.s);
  from.need(cpu_chunk, "P", cpu.p);
  from.need(cpu_chunk, "RAM", cpu.ram);
  from.take(cpu_chunk, "DB", cpu.data_bus);
  from.need(cpu_clock_chunk, "IQLB", cpu.interrupts);
  from.need(cpu_clock_chunk, "ICou", cpu.count);
  from.take(cpu_clock_chunk, "ICoa", cpu.untold);
  from.take(cpu_clock_chunk, "JAMM", cpu.jammed);
  from.take(cpu_clock_chunk, "TSBS", cpu.frame_start);
  cpu.polled_p = cpu.p;
  from.take(cpu_clock_chunk, "MooP", cpu.polled_p);
}

void takePpu(const Taker& from, FceuxState::Ppu& ppu) {
  from.need(ppu_chunk, "NTAR", ppu.nametables);
  from.need(ppu_chunk, "PRAM", ppu.palette);
  from.need(ppu_chunk, "SPRA", ppu.oam);
  from.need(ppu_chunk, "PPUR", ppu.registers);
  from.need(ppu_chunk, "XOFF", ppu.fine_x);
  from.need(ppu_chunk, "VTGL", ppu.second_write);
  from.need(ppu_chunk, "RADD", ppu.v);
  from.need(ppu_chunk, "TADD", ppu.t);
  from.take(ppu_chunk, "KOOK", ppu.short_frame);
  from.take(ppu_chunk, "DEAD", ppu.dead_frames);
  from.take(ppu_chunk, "VBUF", ppu.read_buffer);
  from.take(ppu_chunk, "PGEN", ppu.io_bus);
}

void takeControllers(const Taker& from, FceuxState::Controllers& controllers) {
  from.take(controllers_chunk, "JYRB", controllers.bits_read);
  from.take(controllers_chunk, "JOYS", controllers.buttons);
  from.take(controllers_chunk, "LSTS", controllers.strobe);
  from.take(controllers_chunk, "FRAM", controllers.frame);
}

void takeChannels(const Taker& from, FceuxState::Sound& sound) {
  const auto numbered = [](const char* before, size_t number, const char* after) {
    return before + std::to_string(number) + after;
  };
  for (size_t i = 0; i < sound.envelopes.size(); ++i) {
    from.take(sound_chunk, numbered("E", i, "D1").c_str(), sound.envelopes[i].counter);
    from.take(sound_chunk, numbered("E", i, "DV").c_str(), sound.envelopes[i].decay);
  }
  for (size_t i = 0; i < sound.lengths.size(); ++i)
    from.take(sound_chunk, numbered("LEN", i, "").c_str(), sound.lengths[i]);
  for (size_t i = 0; i < sound.periods.size(); ++i)
    from.take(sound_chunk, numbered("CRF", i + 1, "").c_str(), sound.periods[i]);
  from.take(sound_chunk, "SWCT", sound.sweep_counts);
  from.take(sound_chunk, "TRIC", sound.linear);
  from.take(sound_chunk, "TRIM", sound.linear_reload);
  from.take(sound_chunk, "NREG", sound.noise);
}

void takeSound(const Taker& from, FceuxState::Sound& sound) {
  from.take(sound_chunk, "FHCN", sound.step_in);
  from.take(sound_chunk, "FCNT", sound.next_step);
  from.take(sound_chunk, "PSG", sound.registers);
  from.take(sound_chunk, "ENCH", sound.enabled);
  from.take(sound_chunk, "IQFM", sound.frame_mode);
  from.take(sound_chunk, "SIRQ", sound.interrupts);
  takeChannels(from, sound);
  from.take(sound_chunk, "5ACC", sound.bit_in);
  from.take(sound_chunk, "5BIT", sound.bits_done);
  from.take(sound_chunk, "5ADD", sound.address);
  from.take(sound_chunk, "5SIZ", sound.bytes_left);
  from.take(sound_chunk, "5SHF", sound.shift);
  from.take(sound_chunk, "5HVD", sound.buffer_full);
  from.take(sound_chunk, "5HVS", sound.plays);
  from.take(sound_chunk, "5SZL", sound.sample_length);
  from.take(sound_chunk, "5ADL", sound.sample_address);
  from.take(sound_chunk, "5FMT", sound.format);
  from.take(sound_chunk, "RWDA", sound.output);
}

}  // namespace

bool isFceuxState(std::span<const uint8_t> file) { return base::asText(file).starts_with(magic); }

FceuxState parseFceuxState(std::span<const uint8_t> file, const std::string& name) {
  if (!isFceuxState(file))
    throw std::runtime_error(name +
                             " is not a state of FCEUX 2, which begins with FCSX; save one with FCEUX 2.2 or "
                             "later");
  FceuxState state;
  std::map<uint8_t, Fields> chunks = chunksOf(contentOf(file, name, state.version), name);
  const Taker from(chunks, name);
  takeCpu(from, state.cpu);
  takePpu(from, state.ppu);
  takeControllers(from, state.controllers);
  takeSound(from, state.sound);
  state.board = std::move(chunks[board_chunk]);
  return state;
}

}  // namespace jumpscope::session
