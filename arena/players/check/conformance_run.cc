// Starts the bot again when a check needs it, and completes findings with what
// its stderr says.

#include "arena/players/check/conformance_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/thrown_exception.h"
#include "arena/players/check/question_pool.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/table/question_text.h"

namespace couillon::arena {
namespace {

// The error of the bot's own code that its SDK told before it ended the stream
// with INTERNAL.
std::optional<ThrownException> ToldBy(const absl::Status& status) {
  const std::string internal = "ended the stream with status 13: ";
  const std::string message(status.message());
  const std::size_t at = message.find(internal);
  if (at == std::string::npos) return std::nullopt;
  std::string told = message.substr(at + internal.size());
  const std::size_t counts = told.rfind(", with ");
  if (counts != std::string::npos && told.ends_with(" unanswered")) {
    told.resize(counts);
  }
  return ThrownException{.what = told, .place = ""};
}

// Returns true if the check sends what a bot may refuse, so that an error may
// be about that.
bool SendsOddMessages(const std::string& check) {
  return check == "unknown_fields" || check == "empty_message" ||
         check == "half_close";
}

}  // namespace

ConformanceRun::ConformanceRun(const CheckSettings& settings)
    : settings_(settings),
      deadline_(settings.most_seconds == 0
                    ? std::chrono::steady_clock::time_point::max()
                    : std::chrono::steady_clock::now() +
                          std::chrono::seconds(settings.most_seconds)),
      deals_("couillon bot check") {
  for (std::size_t i = 0; i < settings.worker.rules.size(); ++i) {
    const std::vector<Question> some =
        DrawQuestions(*settings.worker.rules[i], static_cast<int>(i), deals_,
                      settings.decisions);
    questions_.insert(questions_.end(), some.begin(), some.end());
  }
}

std::chrono::milliseconds ConformanceRun::limit() const {
  using std::chrono::milliseconds;
  const GrpcLimits& limits = settings_.worker.limits;
  const auto left = std::chrono::duration_cast<milliseconds>(
      deadline_ - std::chrono::steady_clock::now());
  return std::max(
      milliseconds(1),
      std::min(left, milliseconds(limits.move_ms + limits.margin_ms)));
}

bool ConformanceRun::IsTimeOver() {
  if (std::chrono::steady_clock::now() < deadline_) return false;
  Add({.check = "time",
       .grade = Grade::kFail,
       .seen = absl::StrFormat("the checks took longer than %d s",
                               settings_.most_seconds),
       .expected =
           absl::StrFormat("all answers within %d s", settings_.most_seconds),
       .fix = "start, answer and end faster"});
  return true;
}

std::size_t ConformanceRun::MaxBatch(std::size_t wanted) const {
  for (const std::uint32_t most :
       {description_.limits.max_batch, settings_.bot.max_batch}) {
    if (most > 0) wanted = std::min<std::size_t>(wanted, most);
  }
  return wanted;
}

std::unique_ptr<TrialStream> ConformanceRun::Open(TrialBot& bot) {
  opened_ = true;
  return bot.Open();
}

absl::StatusOr<TrialBot*> ConformanceRun::Bot() {
  if (process_for_each_stream_ && opened_) bot_.reset();
  if (bot_ == nullptr) {
    absl::StatusOr<std::unique_ptr<TrialBot>> bot =
        TrialBot::Start(settings_.worker, settings_.bot);
    starts_ = bot.ok();
    if (!bot.ok()) return bot.status();
    bot_ = *std::move(bot);
    opened_ = false;
    description_ = bot_->description();
  }
  return bot_.get();
}

bool ConformanceRun::Failed(const std::string& check) const {
  return std::any_of(findings_.begin(), findings_.end(), [&](const auto& f) {
    return f.check == check &&
           (f.grade == Grade::kFail || f.grade == Grade::kSkipped);
  });
}

std::string ConformanceRun::Explain(const absl::Status& status) {
  const std::string message(status.message());
  const std::string more =
      bot_ == nullptr ? std::string() : bot_->WhatHappened();
  return more.empty() ? message : message + "; " + more;
}

void ConformanceRun::Fail(CheckFinding finding, const absl::Status& status) {
  if (!FailIfThrown(finding, status)) AddFailed(std::move(finding), status);
}

void ConformanceRun::FailUnanswered(CheckFinding finding,
                                    const absl::Status& status) {
  if (FailIfThrown(finding, status)) return;
  if (bot_ != nullptr && bot_->HasEnded()) {
    finding.expected = "a process that answers until it is ended by SIGTERM";
    finding.fix =
        "find out why the process ends: save the decision with --save FOLDER, "
        "and send it to the bot again with `couillon bot ask`";
  } else if (bot_ != nullptr && absl::IsDeadlineExceeded(status)) {
    finding.expected = kAnswerEach;
    finding.fix = absl::StrFormat(
        "answer each decision of a request, within %g s (--limit move); if a "
        "batch "
        "takes longer, set max_batch in DescribeResponse, and if the bot reads "
        "no message before it has answered the last, max_in_flight to 1",
        settings_.worker.limits.move_ms / 1000.0);
  }
  AddFailed(std::move(finding), status);
}

void ConformanceRun::AddFailed(CheckFinding finding,
                               const absl::Status& status) {
  finding.grade = Grade::kFail;
  finding.seen = Explain(status);
  if (bot_ == nullptr && !starts_) {
    finding.expected = "one more process of the bot, which started before";
    finding.fix =
        "find out why it does not start again: what an earlier process left, "
        "or a machine too busy for the start limit (--limit start)";
  }
  Add(std::move(finding));
  DropBot();
}

bool ConformanceRun::FailIfThrown(const CheckFinding& finding,
                                  const absl::Status& status) {
  if (bot_ == nullptr) return false;
  const std::string seen = Explain(status);  // waits for its last output
  std::optional<ThrownException> thrown;
  if (!bot_->remote()) thrown = FindException(bot_->StderrTail());
  if (!thrown) {
    thrown = ToldBy(status);
    if (thrown && SendsOddMessages(finding.check) &&
        !exceptions_.contains(thrown->CauseKey())) {
      return false;
    }
  }
  if (!thrown) return false;
  const std::string text = PrintableLine(thrown->Text());
  const std::string place = PrintableLine(thrown->place);
  const auto [known, is_new] =
      exceptions_.try_emplace(thrown->CauseKey(), findings_.size());
  if (is_new) {
    Add({.check = "exception",
         .grade = Grade::kFail,
         .seen = absl::StrFormat("%s; in the check %s: %s", text, finding.check,
                                 seen),
         .expected = "an answer to every decision, and no exception",
         .fix =
             absl::StrFormat("repair the bot's own code%s%s; the checks that "
                             "end with this exception are skipped",
                             place.empty() ? "" : " at ", place),
         .place = place});
  }
  CheckFinding& exception = findings_[known->second];
  if (!exception.question) exception.question = finding.question;
  Add({.check = finding.check,
       .grade = Grade::kSkipped,
       .seen = "not finished, because of the exception " + text});
  DropBot();
  return true;
}

std::string ConformanceRun::Text(const Question& question) const {
  return absl::StrFormat(
      "%s: %s", settings_.specs[static_cast<std::size_t>(question.ruleset)],
      ShortQuestionText(question.seen));
}

ProbeStream::ProbeStream(ConformanceRun& run, TrialBot& bot)
    : QuestionStream(run.Open(bot), run.settings().worker.rules, run.limit(),
                     run.deadline()) {}

}  // namespace couillon::arena
