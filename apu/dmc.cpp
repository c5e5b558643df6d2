// The delta modulation channel. The order of events around a fetch follows the 2A03 of mid-1990 and later.
#include <algorithm>

#include "apu/apu.h"
#include "apu/channels.h"
#include "apu/tables.h"

namespace jumpscope::apu {

uint16_t Apu::dmcPeriod() const { return periods(region_).dmc[s.dmc.rate & 15] / 2; }

void Apu::writeDmc(int offset, uint8_t value) {
  switch (offset) {
    case 0:
      s.dmc.irq_enabled = (value & 0x80) != 0;
      s.dmc.loop = (value & 0x40) != 0;
      s.dmc.rate = value & 0x0F;
      if (!s.dmc.irq_enabled) s.dmc.irq = false;
      break;
    case 1:
      s.dmc.output = value & 0x7F;
      break;
    case 2:
      s.dmc.sample_address = static_cast<uint16_t>(0xC000 | (value << 6));
      break;
    default:
      s.dmc.sample_length = static_cast<uint16_t>((value << 4) | 1);
      break;
  }
}

void Apu::startDmcSample() {
  s.dmc.address = s.dmc.sample_address;
  s.dmc.bytes_left = s.dmc.sample_length;
}

void Apu::enableDmc(bool enable) {
  Dmc& dmc = s.dmc;
  const bool put = putTick();
  dmc.irq = false;
  dmc.enable_latch = enable;
  dmc.enable_delay = put ? 3 : 4;
  if (enable) {
    if (dmc.bytes_left == 0) {
      startDmcSample();
      if (!dmc.buffer_full) dmc.load_delay = 2;
    }
    return;
  }
  // A fetch that begins in this very APU cycle is not taken back any more.
  const bool byte_ends_now =
      put ? dmc.bits_left == 8 && dmc.timer == dmcPeriod() : dmc.bits_left == 1 && dmc.timer == 1;
  if (byte_ends_now) dmc.enable_delay += 2;
}

void Apu::settleDmcEnable() {
  Dmc& dmc = s.dmc;
  if (dmc.enable_delay == 0 || --dmc.enable_delay > 0) return;
  dmc.enabled = dmc.enable_latch;
  if (!dmc.enabled) {
    dmc.bytes_left = 0;
    dmc.request = false;
  }
}

void Apu::requestDma() {
  if (s.dmc.request || s.dmc.bytes_left == 0) return;
  s.dmc.request = true;
  s.dmc.dma_halt = true;
}

void Apu::dmaDeliver(uint8_t byte) {
  settle();
  forgetForesight();
  Dmc& dmc = s.dmc;
  dmc.buffer = byte;
  dmc.buffer_full = true;
  dmc.request = false;
  dmc.delivered = true;
  dmc.address = dmc.address == 0xFFFF ? 0x8000 : static_cast<uint16_t>(dmc.address + 1);
  if (dmc.bytes_left > 0) --dmc.bytes_left;
  if (dmc.bytes_left > 0) return;
  if (dmc.loop) {
    startDmcSample();
    return;
  }
  dmc.enabled = false;
  if (dmc.irq_enabled) dmc.irq = true;
  // The byte end of the next APU cycle does not know yet that the sample is over.
  dmc.abort_armed = dmc.bits_left == 1 && dmc.timer == 2;
}

void Apu::clockDmc() {
  if (s.dmc.timer > 1) {
    --s.dmc.timer;
    return;
  }
  s.dmc.timer = dmcPeriod();
  shiftDmc(s.dmc);
  if (s.dmc.bits_left > 1) {
    --s.dmc.bits_left;
  } else {
    endDmcByte();
  }
}

void Apu::endDmcByte() {
  Dmc& dmc = s.dmc;
  dmc.bits_left = 8;
  dmc.silence = !dmc.buffer_full;
  if (dmc.buffer_full) dmc.shift = dmc.buffer;
  // A byte that comes in the cycle in which the last one ends is played, and stays in the buffer to be played
  // again.
  const bool keeps_buffer = dmc.delivered && dmc.bytes_left > 0;
  dmc.buffer_full = keeps_buffer;
  if (!keeps_buffer) requestDma();
  if (dmc.abort_armed) {
    dmc.abort_armed = false;
    dmc.request = true;
    dmc.dma_halt = true;
    dmc.abort_request = true;
  }
}

// `clocks` get ticks, up to the next bit at least, in which no byte ends but a silent one that nobody
// follows.
void Apu::runDmc(uint32_t clocks) {
  Dmc& dmc = s.dmc;
  const uint32_t first = std::max<uint32_t>(dmc.timer, 1);
  const uint32_t period = dmcPeriod();
  const uint32_t bits = 1 + (clocks - first) / period;
  dmc.timer = static_cast<uint16_t>(period - (clocks - first) % period);
  if (dmc.silence) {
    const uint32_t left = std::max<uint32_t>(dmc.bits_left, 1);
    dmc.shift = static_cast<uint8_t>(dmc.shift >> std::min(bits, 8u));
    dmc.bits_left = static_cast<uint8_t>(bits < left ? left - bits : 8 - (bits - left) % 8);
    return;
  }
  for (uint32_t i = 0; i < bits; ++i) shiftDmc(dmc);
  dmc.bits_left = static_cast<uint8_t>(dmc.bits_left - bits);
}

uint64_t Apu::cyclesToByteEnd() const {
  const uint64_t bits = std::max<uint8_t>(s.dmc.bits_left, 1);
  const uint64_t gets = std::max<uint16_t>(s.dmc.timer, 1) + (bits - 1) * dmcPeriod();
  return putTick() ? 2 * gets : 2 * gets - 1;
}

}  // namespace jumpscope::apu
