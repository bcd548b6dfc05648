#include "arena/standing/serve/standings_calls.h"

#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

constexpr int kMostStandingsCalls = 2;  // of an author, at a time

}  // namespace

absl::Status StandingsCalls::Add(const std::string& author, Answer answer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  int& open = open_[author];
  if (open >= kMostStandingsCalls) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "%s has %d calls of Standings open; expected at most %d: wait for "
        "their answers",
        author, open, kMostStandingsCalls));
  }
  ++open;
  waiting_.push_back({.author = author, .answer = std::move(answer)});
  if (waiting_.size() == 1) thread_.Add([this] { AnswerAll(); });
  return absl::OkStatus();
}

void StandingsCalls::AnswerAll() {
  std::vector<Call> calls;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    calls.swap(waiting_);
  }
  const Standings standings = compute_();
  for (const Call& call : calls) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto open = open_.find(call.author);
      if (--open->second == 0) open_.erase(open);
    }
    call.answer(standings);
  }
}

}  // namespace couillon::arena
