// A folder in which the whole stderr output of bots is kept, a file for each
// process that writes any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace couillon::arena {

class StderrFolder {
 public:
  // Makes the folder unless it exists. Of each process at most `most_bytes`
  // are kept. InvalidArgument if there cannot be such a folder.
  static absl::StatusOr<std::unique_ptr<StderrFolder>> Make(
      const std::string& directory, std::int64_t most_bytes);

  // Its absolute path, without links.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t most_bytes() const { return most_bytes_; }

  // Makes a file for the next process of the bot `name`, "NAME-NUMBER.txt" with
  // "_" for what is not a letter, a digit, ".", "-" or "_"; never one that is
  // there. Returns its descriptor and sets `file` to its name; -1 if it cannot
  // be made. May be called by several threads at once.
  int NewFile(const std::string& name, std::string& file);

 private:
  StderrFolder(std::string path, std::int64_t most_bytes)
      : path_(std::move(path)), most_bytes_(most_bytes) {}

  std::string path_;
  std::int64_t most_bytes_;
  std::mutex mutex_;                 // guards last_
  std::map<std::string, int> last_;  // number, by name in files
};

// The output of one process. Used by one thread at a time.
class StderrFile {
 public:
  // `folder` outlives this object; null: nothing is kept.
  StderrFile(StderrFolder* folder, std::string bot)
      : folder_(folder), bot_(std::move(bot)) {}
  ~StderrFile();
  StderrFile(const StderrFile&) = delete;
  StderrFile& operator=(const StderrFile&) = delete;

  // Appends output, as far as it is to be kept; where it is cut, a line says
  // so. Makes the file if it is the first output. A file that cannot be written
  // ends early.
  void Write(const char* data, std::size_t size);
  // The name of the file in its folder; empty if there is none.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void Put(const char* data, std::size_t size);

  StderrFolder* folder_;
  std::string bot_;
  std::string name_;
  int fd_ = -1;
  bool ended_ = false;  // nothing more is kept
  std::int64_t bytes_ = 0;
};

}  // namespace couillon::arena
