// One Play stream to a bot under test: sends decisions and orders the answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/referee/bot_link.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class QuestionStream {
 public:
  // `rules` are the rulesets of the questions, by index; `limit` is how long
  // the bot may read or send nothing, and at `deadline` all answers have to be
  // there. Requires: the bot of `stream` and the rulesets outlive this object.
  QuestionStream(std::unique_ptr<TrialStream> stream,
                 std::vector<const CompiledRules*> rules,
                 std::chrono::milliseconds limit,
                 std::chrono::steady_clock::time_point deadline =
                     std::chrono::steady_clock::time_point::max());

  // Sends `questions` in messages of `batch` decisions, waits for the answers
  // to each message, and returns the actions in the order of `questions`. The
  // error names the bot's violation: an answer to an unknown decision, two
  // answers to one decision, columns of different lengths, a timeout, or the
  // end of the stream. Requires: batch > 0.
  absl::StatusOr<std::vector<std::uint32_t>> Ask(
      std::span<const Question> questions, std::size_t batch);
  // The same, with up to `in_flight` unanswered messages at a time.
  absl::StatusOr<std::vector<std::uint32_t>> AskAhead(
      std::span<const Question> questions, std::size_t batch,
      std::size_t in_flight);

  // Builds the message for `questions`, with ids from `first_id` on and the
  // rulesets that are new on this stream.
  v1::PlayRequest Message(std::span<const Question> questions,
                          std::uint32_t first_id);
  TrialStream& stream() { return *stream_; }

 private:
  // The limit of a wait that begins now.
  [[nodiscard]] std::chrono::milliseconds Limit() const;
  absl::Status Take(const v1::PlayResponse& response, std::uint32_t first_id,
                    std::vector<std::uint32_t>& actions);

  std::unique_ptr<TrialStream> stream_;
  std::vector<const CompiledRules*> rules_;
  std::chrono::milliseconds limit_;
  std::chrono::steady_clock::time_point deadline_;
  std::vector<bool> introduced_;
  std::uint32_t next_id_ = 1;
};

}  // namespace couillon::arena
