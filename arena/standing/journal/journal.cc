// Lines are read with two threads and checked against the hash of the line
// before; new ones are appended under a lock.

#include "arena/standing/journal/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <future>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/directory_lock.h"
#include "arena/league/store/folder_content.h"
#include "arena/standing/journal/entry_ranges.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

absl::Status FileError(const std::string& path, const char* what) {
  return absl::PermissionDeniedError(
      absl::StrFormat("%s cannot be %s: %s", path, what,
                      std::generic_category().message(errno)));
}

// The open file of a journal, locked against other writers.
class JournalFile {
 public:
  explicit JournalFile(std::string path) : path_(std::move(path)) {}
  ~JournalFile() {
    if (fd_ >= 0) close(fd_);
  }
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  absl::Status Open(int flags) {
    RETURN_IF_ERROR(CheckPlainFile(path_));
    fd_ = open(path_.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd_ < 0) return FileError(path_, "opened");
    while (flock(fd_, (flags & O_RDWR) != 0 ? LOCK_EX : LOCK_SH) != 0) {
      if (errno != EINTR) return FileError(path_, "locked");
    }
    return absl::OkStatus();
  }

  absl::Status Read(std::string& text) const {
    struct stat status{};
    if (fstat(fd_, &status) != 0) return FileError(path_, "read");
    char buffer[1 << 16];
    for (;;) {
      if (std::max<std::size_t>(static_cast<std::size_t>(status.st_size),
                                text.size()) > kMaxStoredTextBytes) {
        return absl::ResourceExhaustedError(
            absl::StrFormat("%s: has %d bytes; expected at most %d", path_,
                            status.st_size, kMaxStoredTextBytes));
      }
      const ssize_t bytes =
          pread(fd_, buffer, sizeof(buffer), static_cast<off_t>(text.size()));
      if (bytes < 0 && errno == EINTR) continue;
      if (bytes < 0) return FileError(path_, "read");
      if (bytes == 0) return absl::OkStatus();
      text.append(buffer, static_cast<std::size_t>(bytes));
    }
  }

  // Writes `text` at `at`, where the file then ends, and waits for the disk.
  [[nodiscard]] absl::Status WriteAt(std::size_t at,
                                     const std::string& text) const {
    if (ftruncate(fd_, static_cast<off_t>(at)) != 0) {
      return FileError(path_, "written");
    }
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t bytes = pwrite(fd_, text.data() + done, text.size() - done,
                                   static_cast<off_t>(at + done));
      if (bytes < 0 && errno == EINTR) continue;
      if (bytes < 0) return FileError(path_, "written");
      done += static_cast<std::size_t>(bytes);
    }
    return fsync(fd_) == 0 ? absl::OkStatus() : FileError(path_, "synced");
  }

 private:
  std::string path_;
  int fd_ = -1;
};

// The content of a journal's text.
struct JournalText {
  JournalEntries entries;
  std::string last_hash;  // of the last entry
  std::size_t bytes = 0;  // up to the end of the last entry
  bool is_open = false;   // the last entry has no end of its line
};

// A line, read on its own.
struct ReadLine {
  v1::JournalEntry entry;
  bool is_entry = false;
  std::string hash;
};

ReadLine Read(std::string_view line) {
  ReadLine read;
  read.is_entry = ReadStoredJson(line, read.entry);
  read.hash = TextHash(line);
  return read;
}

// The whole lines, without their ends.
std::vector<std::string_view> WholeLines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos;
       end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Reads lines with two threads if they are long. The last ones are the longest,
// so they come first.
std::vector<ReadLine> ReadLines(const std::vector<std::string_view>& lines,
                                std::size_t bytes) {
  constexpr std::size_t kLong = 1 << 20;
  std::vector<ReadLine> read(lines.size());
  std::atomic<std::size_t> left = lines.size();
  const auto work = [&] {
    for (std::size_t at = left; at > 0;) {
      if (!left.compare_exchange_weak(at, at - 1)) continue;
      read[at - 1] = Read(lines[at - 1]);
      at = left;
    }
  };
  std::future<void> other;
  if (bytes > kLong) other = std::async(work);
  work();
  if (other.valid()) other.get();
  return read;
}

// Adds a last line without its end if it is an entry that follows: an editor or
// a copy may have lost the end. Anything else is what an interrupted program
// left, and is written over.
void AddOpenLine(const std::string& text, JournalText& journal) {
  if (journal.bytes == text.size() || journal.entries.empty()) return;
  ReadLine read = Read(std::string_view(text).substr(journal.bytes));
  if (!read.is_entry || read.entry.before() != journal.last_hash) return;
  journal.entries.push_back(std::move(read.entry));
  journal.last_hash = std::move(read.hash);
  journal.bytes = text.size();
  journal.is_open = true;
}

// An entry that no command of an arena writes.
absl::Status Impossible(const std::string& path, std::size_t line,
                        const absl::Status& found) {
  return absl::DataLossError(
      absl::StrFormat("%s:%d: %s", path, line, std::string(found.message())));
}

// The journal that this process has read last. Lines are only appended, so who
// plays round after round reads each line once, and not before each later
// round. Safe for several threads.
class LastJournal {
 public:
  // What is known of the beginning of `text`: nothing, or whole lines.
  JournalText BeginningOf(const std::string& text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return absl::StartsWith(text, text_) ? journal_ : JournalText();
  }
  // Requires: `journal` holds the whole lines of `text`, and no other.
  void Keep(const std::string& text, const JournalText& journal) {
    const std::lock_guard<std::mutex> lock(mutex_);
    text_ = text.substr(0, journal.bytes);
    journal_ = journal;
  }

 private:
  std::mutex mutex_;  // guards the following
  std::string text_;
  JournalText journal_;
};

LastJournal& Last() {
  static LastJournal last;
  return last;
}

// Adds the whole lines of `text` that `journal` does not have.
absl::Status AddLines(const std::string& path, const std::string& text,
                      JournalText& journal) {
  const std::string_view rest = std::string_view(text).substr(journal.bytes);
  const std::vector<std::string_view> lines = WholeLines(rest);
  std::vector<ReadLine> read = ReadLines(lines, rest.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    const std::size_t line = journal.entries.size() + 1;
    v1::JournalEntry& entry = read[i].entry;
    if (!read[i].is_entry) {
      return absl::DataLossError(absl::StrFormat(
          "%s:%d: the line cannot be read; expected a journal entry as JSON",
          path, line));
    }
    if (entry.before() != journal.last_hash ||
        entry.has_created() != (line == 1)) {
      return absl::DataLossError(absl::StrFormat(
          "%s:%d: the line does not follow the one before it: a line was "
          "changed, added or removed by hand; restore a copy",
          path, line));
    }
    const absl::Status possible = CheckEntry(entry);
    if (!possible.ok()) return Impossible(path, line, possible);
    journal.last_hash = std::move(read[i].hash);
    journal.entries.push_back(std::move(entry));
    journal.bytes += lines[i].size() + 1;
  }
  return absl::OkStatus();
}

absl::StatusOr<JournalText> Parse(const std::string& path,
                                  const std::string& text) {
  JournalText journal = Last().BeginningOf(text);
  const std::size_t known = journal.bytes;
  RETURN_IF_ERROR(AddLines(path, text, journal));
  if (journal.bytes > known) Last().Keep(text, journal);
  AddOpenLine(text, journal);
  if (journal.is_open) {
    const absl::Status possible = CheckEntry(journal.entries.back());
    if (!possible.ok()) {
      return Impossible(path, journal.entries.size(), possible);
    }
  }
  if (!journal.entries.empty()) return journal;
  return absl::DataLossError(absl::StrFormat(
      "%s: has no entry; expected the one of its making", path));
}

// The lines of `entries`, after the one with the hash `before`.
absl::StatusOr<std::string> FormatLines(const JournalEntries& entries,
                                        std::string before) {
  std::string text;
  for (v1::JournalEntry entry : entries) {
    entry.set_before(before);
    std::string line;
    if (!google::protobuf::util::MessageToJsonString(entry, &line).ok()) {
      return absl::InternalError("a journal entry has no JSON form");
    }
    before = TextHash(line);
    text += line + "\n";
  }
  return text;
}

// OK if the directory holds an arena, and nothing that is written into it is
// written elsewhere.
absl::Status CheckIsArena(const std::string& directory) {
  if (!IsArena(directory)) {
    return absl::NotFoundError(absl::StrFormat(
        "%s: there is no arena in this directory (no journal.jsonl)",
        directory));
  }
  RETURN_IF_ERROR(CheckNoLinks(directory, {"bots", "rounds"}));
  std::error_code error;
  const std::filesystem::path rounds =
      std::filesystem::path(directory) / "rounds";
  for (std::filesystem::directory_iterator round(rounds, error), end;
       !error && round != end; round.increment(error)) {
    if (!round->is_symlink(error)) continue;
    return CheckNoLinks(rounds.string(), {round->path().filename().c_str()});
  }
  return absl::OkStatus();
}

}  // namespace

std::string JournalPath(const std::string& directory) {
  return (std::filesystem::path(directory) / kJournalFile).string();
}

bool IsArena(const std::string& directory) {
  std::error_code error;
  return std::filesystem::exists(JournalPath(directory), error);
}

absl::Status CreateJournal(const std::string& directory,
                           const v1::ArenaCreated& created) {
  absl::Status status = CheckHoldsOnlyAnArena(directory);
  if (!status.ok()) return status;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "%s: %s; choose another directory", directory, error.message()));
  }
  const std::string path = JournalPath(directory);
  JournalFile file(path);
  status = file.Open(O_RDWR | O_CREAT);
  std::string text;
  if (status.ok()) status = file.Read(text);
  if (!status.ok()) return status;
  if (absl::StrContains(text, '\n')) {
    return absl::AlreadyExistsError(
        absl::StrFormat("%s: there is an arena already", directory));
  }
  v1::JournalEntry entry;
  *entry.mutable_created() = created;
  ASSIGN_OR_RETURN(const std::string lines, FormatLines({entry}, ""));
  status = file.WriteAt(0, lines);
  if (status.ok()) SyncFolder(directory);
  return status;
}

absl::StatusOr<JournalEntries> ReadJournal(const std::string& directory) {
  RETURN_IF_ERROR(CheckIsArena(directory));
  const std::string path = JournalPath(directory);
  JournalFile file(path);
  std::string text;
  RETURN_IF_ERROR(file.Open(O_RDONLY));
  RETURN_IF_ERROR(file.Read(text));
  ASSIGN_OR_RETURN(JournalText journal, Parse(path, text));
  return std::move(journal.entries);
}

absl::Status UpdateJournal(
    const std::string& directory,
    const std::function<absl::StatusOr<JournalEntries>(const JournalEntries&)>&
        decide) {
  RETURN_IF_ERROR(CheckIsArena(directory));
  const std::string path = JournalPath(directory);
  JournalFile file(path);
  std::string text;
  RETURN_IF_ERROR(file.Open(O_RDWR));
  RETURN_IF_ERROR(file.Read(text));
  ASSIGN_OR_RETURN(const JournalText journal, Parse(path, text));
  ASSIGN_OR_RETURN(const JournalEntries more, decide(journal.entries));
  if (more.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::string lines,
                   FormatLines(more, journal.last_hash));
  if (journal.bytes + lines.size() > kMaxStoredTextBytes) {
    return absl::ResourceExhaustedError(
        absl::StrFormat("%s: is full: has %d bytes, and at most %d can be read",
                        path, journal.bytes, kMaxStoredTextBytes));
  }
  return file.WriteAt(journal.bytes, journal.is_open ? "\n" + lines : lines);
}

}  // namespace couillon::arena
