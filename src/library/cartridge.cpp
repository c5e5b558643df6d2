#include "mappers/cartridge.h"

#include <stdexcept>

#include "mappers/patch.h"
#include "src/library/impl.h"
#include "src/session/battery.h"
#include "src/session/rom_file.h"

namespace jumpscope {

std::string libraryVersion() { return JUMPSCOPE_VERSION; }

namespace {

Cartridge shared(console::Cartridge&& cartridge) {
  return Cartridge(std::make_shared<const Cartridge::Impl>(
      Cartridge::Impl{std::make_shared<const console::Cartridge>(std::move(cartridge))}));
}

}  // namespace

Cartridge Cartridge::open(const std::string& path, const std::vector<std::string>& patches) {
  return shared(session::readCartridge(path, patches));
}

Cartridge Cartridge::parse(std::span<const uint8_t> file, const std::string& name,
                           const std::vector<std::vector<uint8_t>>& patches) {
  session::RomFile rom = session::unpackRom({file.begin(), file.end()}, name);
  for (size_t i = 0; i < patches.size(); ++i)
    rom.bytes = mappers::applyPatch({rom.bytes, rom.where}, {patches[i], "patch " + std::to_string(i + 1)});
  console::Cartridge cartridge = console::parseCartridge(std::move(rom.bytes), rom.where);
  cartridge.name = rom.name;
  return shared(std::move(cartridge));
}

std::string Cartridge::name() const { return impl_->cartridge->name; }
std::string Cartridge::fileSha1() const { return impl_->cartridge->fileSha1(); }
std::string Cartridge::prgChrSha1() const { return impl_->cartridge->prgChrSha1(); }
int Cartridge::mapper() const { return impl_->cartridge->mapper; }
int Cartridge::submapper() const { return impl_->cartridge->submapper; }
std::span<const uint8_t> Cartridge::prgRom() const { return impl_->cartridge->prg; }
std::span<const uint8_t> Cartridge::chrRom() const { return impl_->cartridge->chr; }
size_t Cartridge::batterySize() const { return session::batterySize(impl_->cartridge); }

}  // namespace jumpscope
