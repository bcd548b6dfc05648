// Numbered folders, each with its groups and the job that runs them, under a
// lock.

#include "arena/league/cluster/submissions.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <system_error>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/shard_cut.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

absl::Status Failed(const std::string& path, const std::string& what,
                    int error) {
  return absl::UnavailableError(
      absl::StrFormat("%s cannot be %s: %s", path, what,
                      std::generic_category().message(error)));
}

std::string SubmitFolder(const std::string& plan) {
  return (fs::path(plan) / "submit").string();
}

absl::Status Write(const std::string& path, const std::string& text,
                   std::ios::openmode mode) {
  std::ofstream file(path, mode | std::ios::binary);
  file << text;
  file.close();
  return file ? absl::OkStatus() : Failed(path, "written", errno);
}

}  // namespace

absl::StatusOr<Submissions> Submissions::Read(const std::string& plan) {
  Submissions submissions(SubmitFolder(plan));
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(submissions.folder_, error)) {
    Submission submission{.folder = entry.path().string()};
    const std::string name = entry.path().filename().string();
    if (!absl::SimpleAtoi(name, &submission.number)) continue;
    const std::string path = (entry.path() / "groups").string();
    const absl::StatusOr<std::string> text =
        ReadWhole(path, kMaxStoredTextBytes);
    // A submission that was not finished has none, and submitted nothing.
    if (!text.ok() && fs::exists(path, error)) return text.status();
    if (text.ok()) submission.groups = ReadGroups(*text);
    submissions.all_.push_back(std::move(submission));
  }
  std::sort(submissions.all_.begin(), submissions.all_.end(),
            [](const Submission& one, const Submission& other) {
              return one.number < other.number;
            });
  return submissions;
}

ShardGroup Submissions::GroupOf(const SlurmTask& task) const {
  for (const Submission& submission : all_) {
    if (task.submission != submission.number || task.group < 0 ||
        task.group >= std::ssize(submission.groups)) {
      continue;
    }
    return submission.groups[static_cast<std::size_t>(task.group)];
  }
  return {};
}

Submission Submissions::Next(std::vector<ShardGroup> groups) const {
  const int number = all_.empty() ? 1 : all_.back().number + 1;
  return {.number = number,
          .folder = absl::StrFormat("%s/%05d", folder_, number),
          .groups = std::move(groups)};
}

absl::Status CreateSubmission(const Submission& submission) {
  std::error_code error;
  if (!fs::create_directory(submission.folder, error)) {
    return error ? Failed(submission.folder, "created", error.value())
                 : absl::AlreadyExistsError(submission.folder + " exists");
  }
  for (const char* name : {"logs", "starts"}) {
    const std::string path = submission.folder + "/" + name;
    if (!fs::create_directory(path, error)) {
      return Failed(path, "created", error.value());
    }
  }
  std::string text;
  for (const ShardGroup& group : submission.groups) {
    text += ShardsText(group) + "\n";
  }
  return WriteSubmitted(submission, "groups", text);
}

absl::Status WriteSubmitted(const Submission& submission,
                            const std::string& name, const std::string& text,
                            bool executable) {
  const std::string path = submission.folder + "/" + name;
  absl::Status status = Write(path, text, std::ios::trunc);
  if (!status.ok() || !executable) return status;
  std::error_code error;
  fs::permissions(
      path,
      fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
      fs::perm_options::add, error);
  return error ? Failed(path, "made executable", error.value())
               : absl::OkStatus();
}

absl::Status NoteJob(const Submission& submission, const std::string& line) {
  return Write(submission.folder + "/jobs", line + "\n", std::ios::app);
}

absl::StatusOr<SubmitLock> SubmitLock::Take(const std::string& plan) {
  const std::string folder = SubmitFolder(plan);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Failed(folder, "created", error.value());
  const std::string path = folder + "/lock";
  const int number =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (number < 0) return Failed(path, "opened", errno);
  if (::flock(number, LOCK_EX | LOCK_NB) == 0) return SubmitLock(number);
  const int why = errno;
  ::close(number);
  if (why != EWOULDBLOCK) return Failed(path, "locked", why);
  return absl::FailedPreconditionError(
      absl::StrFormat("%s is locked: another process submits this plan", path));
}

SubmitLock::~SubmitLock() {
  if (number_ >= 0) ::close(number_);
}

SubmitLock::SubmitLock(SubmitLock&& other) noexcept
    : number_(std::exchange(other.number_, -1)) {}

}  // namespace couillon::arena
