// What the checks of a bot share: the bot, started again whenever it is gone,
// the rulesets and decisions that it is asked, and the findings.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/check/finding.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/grpc_links.h"
#include "arena/rpc/trial_bot.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// What is tried, and how much of it.
struct CheckSettings {
  GrpcWorkerConfig worker;
  GrpcBot bot;
  std::vector<std::string> specs;  // of worker.rules
  std::size_t decisions = 100;     // of each ruleset and pass
  std::uint32_t speed_ms = 500;    // for each size of batch
  std::uint32_t memory_decisions = 60'000;
  std::uint32_t memory_ms = 10'000;  // at most
};

class Examination {
 public:
  // `settings` outlive the examination.
  explicit Examination(const CheckSettings& settings);

  [[nodiscard]] const CheckSettings& settings() const { return settings_; }
  [[nodiscard]] const DealSource& deals() const { return deals_; }
  // Decisions of all rulesets, those of a ruleset together.
  [[nodiscard]] const std::vector<Question>& questions() const {
    return questions_;
  }
  [[nodiscard]] std::chrono::milliseconds limit() const;
  // Most decisions that may go out in one message.
  [[nodiscard]] std::size_t LargestBatch(std::size_t wanted) const;

  // The bot, started if there is none. The error is why it cannot be.
  absl::StatusOr<TrialBot*> Bot();
  // Ends the bot's process; the next Bot() is another.
  void DropBot() { bot_.reset(); }
  // From now on Bot() is another one whenever a stream was opened to the last.
  void TakeProcessForEachStream() { process_for_each_stream_ = true; }
  // Opens a stream to `bot`.
  std::unique_ptr<TrialStream> Open(TrialBot& bot);
  [[nodiscard]] const BotDescription& description() const {
    return description_;
  }

  void Add(Finding finding) { findings_.push_back(std::move(finding)); }
  [[nodiscard]] const std::vector<Finding>& findings() const {
    return findings_;
  }
  // Whether the check of that name has failed or could not be tried.
  [[nodiscard]] bool Failed(const std::string& check) const;

  // `status` with what is known of the process.
  std::string Told(const absl::Status& status);
  // "troeven: phase play, seat 2, ...".
  [[nodiscard]] std::string Text(const Question& question) const;

 private:
  const CheckSettings& settings_;
  DealSource deals_;
  std::vector<Question> questions_;
  std::unique_ptr<TrialBot> bot_;
  bool process_for_each_stream_ = false;
  bool opened_ = false;  // a stream to bot_
  BotDescription description_;
  std::vector<Finding> findings_;
};

// One stream of an examination: asks, and brings the answers into order.
class Interview {
 public:
  // Opens a stream to `bot`. Both outlive the interview.
  Interview(Examination& examination, TrialBot& bot);

  // Asks in messages of `batch` decisions, one after the other, and returns
  // the numbers of the actions in the order of `questions`. The error says
  // what the bot did instead: an answer to what was not asked, two to one
  // decision, columns of different lengths, nothing in time, the end.
  absl::StatusOr<std::vector<std::uint32_t>> Ask(
      std::span<const Question> questions, std::size_t batch);
  // The same with up to `in_flight` messages unanswered at a time.
  absl::StatusOr<std::vector<std::uint32_t>> AskAhead(
      std::span<const Question> questions, std::size_t batch,
      std::size_t in_flight);

  // Builds the message for `questions`, ids from `first_id` on, with the
  // rulesets that this stream has not had yet.
  v1::PlayRequest Message(std::span<const Question> questions,
                          std::uint32_t first_id);
  TrialStream& stream() { return *stream_; }

 private:
  absl::Status Take(const v1::PlayResponse& response, std::uint32_t first_id,
                    std::vector<std::uint32_t>& actions);

  Examination& examination_;
  std::unique_ptr<TrialStream> stream_;
  std::vector<bool> introduced_;
  std::uint32_t next_id_ = 1;
};

}  // namespace couillon::arena
