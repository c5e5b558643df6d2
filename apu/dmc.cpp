// The delta modulation channel. The order of events around a fetch follows the 2A03 of mid-1990 and later.
#include "apu/apu.h"
#include "apu/channels.h"

namespace jumpscope::apu {

namespace {

void startSample(Dmc& dmc) {
  dmc.address = dmc.sample_address;
  dmc.bytes_left = dmc.sample_length;
}

}  // namespace

void requestDma(Dmc& dmc) {
  if (dmc.request || dmc.bytes_left == 0) return;
  dmc.request = true;
  dmc.dma_halt = true;
}

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

void Apu::enableDmc(bool enable) {
  Dmc& dmc = s.dmc;
  const bool put = putCycle();
  dmc.irq = false;
  dmc.enable_latch = enable;
  dmc.enable_delay = put ? 3 : 4;
  if (enable) {
    if (dmc.bytes_left == 0) {
      startSample(dmc);
      if (!dmc.buffer_full) dmc.load_delay = 2;
    }
    return;
  }
  // A fetch that begins in this very APU cycle is not taken back any more.
  const bool byte_ends_now = put ? dmc.bits_left == 8 && dmc.timer == rates_.dmcPeriod(s.dmc.rate)
                                 : dmc.bits_left == 1 && dmc.timer == 1;
  if (byte_ends_now) dmc.enable_delay += 2;
}

void Apu::followDmcEnable() {
  Dmc& dmc = s.dmc;
  if (dmc.enable_delay == 0 || --dmc.enable_delay > 0) return;
  dmc.enabled = dmc.enable_latch;
  if (!dmc.enabled) {
    dmc.bytes_left = 0;
    dmc.request = false;
  }
}

void deliver(Dmc& dmc, uint8_t byte) {
  dmc.buffer = byte;
  dmc.buffer_full = true;
  dmc.request = false;
  dmc.delivered = true;
  dmc.address = dmc.address == 0xFFFF ? 0x8000 : static_cast<uint16_t>(dmc.address + 1);
  if (dmc.bytes_left > 0) --dmc.bytes_left;
  if (dmc.bytes_left > 0) return;
  if (dmc.loop) {
    startSample(dmc);
    return;
  }
  dmc.enabled = false;
  if (dmc.irq_enabled) dmc.irq = true;
  // The byte end of the next APU cycle does not know yet that the sample is over.
  dmc.abort_armed = dmc.bits_left == 1 && dmc.timer == 2;
}

void Apu::dmaDeliver(uint8_t byte) { deliver(s.dmc, byte); }

void Apu::clockDmc() {
  if (s.dmc.timer > 1) {
    --s.dmc.timer;
    return;
  }
  s.dmc.timer = rates_.dmcPeriod(s.dmc.rate);
  shiftDmc(s.dmc);
  if (s.dmc.bits_left > 1) {
    --s.dmc.bits_left;
  } else {
    endDmcByte(s.dmc);
  }
}

void endDmcByte(Dmc& dmc) {
  dmc.bits_left = 8;
  dmc.silence = !dmc.buffer_full;
  if (dmc.buffer_full) dmc.shift = dmc.buffer;
  // A byte that comes in the cycle in which the last one ends is played, and stays in the buffer to be played
  // again.
  const bool keeps_buffer = dmc.delivered && dmc.bytes_left > 0;
  dmc.buffer_full = keeps_buffer;
  if (!keeps_buffer) requestDma(dmc);
  if (dmc.abort_armed) {
    dmc.abort_armed = false;
    dmc.request = true;
    dmc.dma_halt = true;
    dmc.abort_request = true;
  }
}

}  // namespace jumpscope::apu
