// Calls that ask for the standings of an arena that serves. They take seconds
// of a large arena, so callers share an answer, and nothing else waits for it.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/rpc/task_thread.h"

namespace couillon::arena {

// Thread-safe.
class StandingsCalls {
 public:
  using Standings = absl::StatusOr<std::string>;
  using Answer = std::function<void(const Standings&)>;

  // `compute` is called in the thread of this object.
  explicit StandingsCalls(std::function<Standings()> compute)
      : compute_(std::move(compute)) {}

  // Calls `answer` in the thread of this object with standings that are
  // computed after this call. All calls that wait at a time get the same ones.
  // ResourceExhausted, and no answer, if the author has two calls open.
  absl::Status Add(const std::string& author, Answer answer);

 private:
  struct Call {
    std::string author;
    Answer answer;
  };
  void AnswerAll();

  const std::function<Standings()> compute_;
  std::mutex mutex_;  // guards the following
  std::vector<Call> waiting_;
  std::map<std::string, int> open_;  // calls, by author
  TaskThread thread_;                // the first to end
};

}  // namespace couillon::arena
