// Finds the cartridges that suites name, by hash, in the folders of the person who runs the suite.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/console/cartridge.h"
#include "src/suite/suite_run.h"

namespace jumpscope::suite {

// Looks beside the suite first (under the name that it gives, then at every file in its folder), then in
// `folders`, subfolders included, in their order. A folder is only searched when nothing before it had the
// cartridge, and then once. What is found does not depend on the order in which the file system lists
// names.
class RomIndex {
 public:
  RomIndex(std::filesystem::path beside, std::vector<std::filesystem::path> folders);

  // Where to look last, and only for cartridges that are wanted by hash: under the suite's name for them in
  // these folders, and at these files whatever their names are.
  void alsoLookAt(std::vector<std::filesystem::path> folders, std::vector<std::filesystem::path> files);

  // A file that is no cartridge is passed over, unless it is the very one that is asked for: then its
  // std::runtime_error comes through.
  RomFound find(const RomWanted& wanted);

 private:
  struct SearchFolder {
    std::filesystem::path folder;
    bool recursive;
    bool searched = false;
  };

  // Precondition: load() gave it.
  RomFound found(std::shared_ptr<const console::Cartridge> cartridge) const;
  std::shared_ptr<const console::Cartridge> load(const std::filesystem::path& path);
  std::shared_ptr<const console::Cartridge> byHint(const RomWanted& wanted, std::string& seen);
  std::shared_ptr<const console::Cartridge> named(const std::filesystem::path& path, const RomWanted& wanted,
                                                  std::string& seen);
  std::shared_ptr<const console::Cartridge> byHash(const std::string& sha1);
  void search(SearchFolder& folder);
  void note(const std::filesystem::path& path);
  std::string whereNot(const RomWanted& wanted, const std::string& seen) const;

  std::vector<SearchFolder> searched_;
  std::vector<std::filesystem::path> last_folders_, last_files_;
  std::map<std::filesystem::path, std::shared_ptr<const console::Cartridge>> loaded_;
  std::map<std::string, std::filesystem::path> by_hash_;  // file SHA-1 and PRG+CHR SHA-1
};

}  // namespace jumpscope::suite
