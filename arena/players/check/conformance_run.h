// The state that the checks of a bot share: the bot, which is started again
// after it has ended, the decisions that are sent to it, and the findings.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/check/finding.h"
#include "arena/players/rpc/grpc_links.h"
#include "arena/players/rpc/question_stream.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/referee/bot_link.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Decisions in one message, unless the bot's limit is lower.
inline constexpr std::size_t kCheckBatch = 64;

// The expectation of every check of answers.
inline constexpr char kAnswerEach[] =
    "every decision answered once, each with its decision_id, within the limit";

// The scope of the checks, and their limits.
struct CheckSettings {
  GrpcWorkerConfig worker;
  GrpcBot bot;
  std::vector<std::string> specs;  // of worker.rules
  std::size_t decisions = 100;     // per ruleset and pass
  std::size_t twins = 12;          // deals with other hidden cards, per ruleset
  std::uint32_t speed_ms = 500;    // per batch size
  std::uint32_t memory_decisions = 60'000;
  std::uint32_t memory_ms = 10'000;  // limit
  std::uint32_t most_seconds = 0;    // for all checks together; 0: no limit
};

class ConformanceRun {
 public:
  // `settings` outlives this object.
  explicit ConformanceRun(const CheckSettings& settings);

  [[nodiscard]] const CheckSettings& settings() const { return settings_; }
  [[nodiscard]] const DealSource& deals() const { return deals_; }
  // The decisions of all rulesets, grouped by ruleset.
  [[nodiscard]] const std::vector<Question>& questions() const {
    return questions_;
  }
  // For one wait that begins now.
  [[nodiscard]] std::chrono::milliseconds limit() const;
  // Returns true if the time for all checks is over. Adds the finding "time" if
  // it is.
  bool IsTimeOver();
  [[nodiscard]] std::chrono::steady_clock::time_point deadline() const {
    return deadline_;
  }
  // The number of decisions to send in one message: `wanted`, or less if the
  // bot's limit is lower.
  [[nodiscard]] std::size_t MaxBatch(std::size_t wanted) const;

  // Returns the bot, and starts it if necessary. The error says why it cannot
  // be started.
  absl::StatusOr<TrialBot*> Bot();
  // Ends the bot's process; the next Bot() starts a new one.
  void DropBot() { bot_.reset(); }
  // From now on, Bot() starts a new process if a stream was opened to the
  // current one.
  void TakeProcessForEachStream() { process_for_each_stream_ = true; }
  // Opens a stream to `bot`.
  std::unique_ptr<TrialStream> Open(TrialBot& bot);
  [[nodiscard]] const BotDescription& description() const {
    return description_;
  }

  void Add(CheckFinding finding) { findings_.push_back(std::move(finding)); }
  [[nodiscard]] const std::vector<CheckFinding>& findings() const {
    return findings_;
  }
  // Returns true if the check of that name has failed or was skipped.
  [[nodiscard]] bool Failed(const std::string& check) const;

  // Adds `finding` as failed with `status`, which ended the bot or the stream,
  // and drops the bot. If the bot threw an exception, or its SDK told an error
  // of its code, that is a finding of its own, "exception", however many checks
  // meet it; `finding` is then skipped.
  void Fail(CheckFinding finding, const absl::Status& status);
  // The same of a check that asks no more than a league does: if the process
  // ended, or an answer did not come in time, the finding says what to do about
  // that in place of what the check is about.
  void FailUnanswered(CheckFinding finding, const absl::Status& status);
  // The same if the bot threw an exception; otherwise returns false and does
  // nothing.
  bool FailIfThrown(const CheckFinding& finding, const absl::Status& status);

  // The message of `status`, with what is known about the process.
  std::string Explain(const absl::Status& status);
  // "troeven: phase play, seat 2, ...".
  [[nodiscard]] std::string Text(const Question& question) const;

 private:
  // Adds `finding` as failed with `status`, and drops the bot.
  void AddFailed(CheckFinding finding, const absl::Status& status);

  const CheckSettings& settings_;
  std::chrono::steady_clock::time_point deadline_;
  DealSource deals_;
  std::vector<Question> questions_;
  std::unique_ptr<TrialBot> bot_;
  bool process_for_each_stream_ = false;
  bool opened_ = false;  // a stream to bot_
  bool starts_ = true;   // whether the last start succeeded
  BotDescription description_;
  std::vector<CheckFinding> findings_;
  // By the cause of each exception among them: its place.
  std::map<std::string, std::size_t> exceptions_;
};

// One stream of a conformance run.
class ProbeStream : public QuestionStream {
 public:
  // Opens a stream to `bot`. Both arguments outlive this object.
  ProbeStream(ConformanceRun& run, TrialBot& bot);
};

}  // namespace couillon::arena
