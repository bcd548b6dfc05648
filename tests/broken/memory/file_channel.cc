#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "tests/broken/memory/channel.h"
#include "tests/broken/memory/deal_facts.h"
#include "tests/broken/memory/letter.h"

namespace couillon::bots::broken {
namespace {

// The end of the name of each file; a name begins with that of the run.
constexpr char kFileSuffix[] = ".sightings";

// The folders of files that outlive a run.
std::vector<std::filesystem::path> LastingFolders() {
  std::error_code error;
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe", error);
  return {"/tmp", "/var/tmp", "/dev/shm", program.parent_path()};
}

// A file to which all processes append.
class SharedFile {
 public:
  explicit SharedFile(const std::string& path)
      : fd_(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  }
  ~SharedFile() {
    if (fd_ >= 0) close(fd_);
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  void Append(const Letter& letter) const {
    // A full disk loses a letter, no more.
    [[maybe_unused]] const ssize_t written =
        write(fd_, letter.data(), letter.size());
  }

  // Adds the letters that it has not read yet.
  void ReadTo(std::vector<Sighting>& heard) {
    Letter letter;
    while (pread(fd_, letter.data(), letter.size(), read_) ==
           static_cast<ssize_t>(letter.size())) {
      read_ += static_cast<off_t>(letter.size());
      const std::optional<Sighting> sighting = ReadLetter(letter);
      if (sighting) heard.push_back(*sighting);
    }
  }

 private:
  int fd_;
  off_t read_ = 0;
};

class FileChannel final : public Channel {
 public:
  explicit FileChannel(const std::string& socket) {
    const std::string name = NameOfRun(socket) + kFileSuffix;
    std::vector<std::filesystem::path> folders = LastingFolders();
    folders.push_back(
        std::filesystem::path(socket).parent_path().parent_path());
    for (const std::filesystem::path& folder : folders) {
      files_.push_back(std::make_unique<SharedFile>(folder / name));
    }
  }

  void Tell(const Sighting& sighting) override {
    for (const auto& file : files_) file->Append(WriteLetter(sighting));
  }

  std::vector<Sighting> Hear() override {
    std::vector<Sighting> heard;
    for (const auto& file : files_) file->ReadTo(heard);
    return heard;
  }

 private:
  std::vector<std::unique_ptr<SharedFile>> files_;
};

}  // namespace

std::unique_ptr<Channel> MakeFileChannel(const std::string& socket) {
  return std::make_unique<FileChannel>(socket);
}

void RemoveFilesOf(int referee) {
  const std::string run = "couillon-sockets-" + std::to_string(referee) + "-";
  for (const std::filesystem::path& folder : LastingFolders()) {
    std::error_code error;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename();
      if (name.starts_with(run) && name.ends_with(kFileSuffix)) {
        std::filesystem::remove(entry.path(), error);
      }
    }
  }
}

}  // namespace couillon::bots::broken
