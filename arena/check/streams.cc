// Checks: what is unknown to the bot, and how streams end and begin.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/check/checks.h"
#include "arena/check/examination.h"
#include "arena/check/finding.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/trial_bot.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kSome = 16;  // decisions
// A field number that no version of the contract has used.
constexpr int kUnknownField = 1999;

std::span<const Question> Some(const Examination& examination) {
  const std::span<const Question> all(examination.questions());
  return all.first(std::min(all.size(), kSome));
}

// Sends `request` and waits until all of its decisions are answered.
absl::Status Exchange(Examination& examination, TrialStream& stream,
                      const v1::PlayRequest& request) {
  absl::Status status = stream.Send(request, examination.limit());
  for (int answered = 0; status.ok() && answered < request.decisions_size();) {
    const auto response = stream.Receive(examination.limit());
    status = response.status();
    if (response.ok()) answered += response->actions_size();
  }
  return status;
}

// Adds the finding of a check that went well if `status` is OK.
void Conclude(Examination& examination, Finding finding,
              const absl::Status& status) {
  if (status.ok()) {
    finding.expected.clear();
    finding.mend.clear();
  } else {
    finding.grade = Grade::kFail;
    finding.seen = examination.Told(status);
    examination.DropBot();
  }
  examination.Add(std::move(finding));
}

absl::Status AskWithUnknownFields(Examination& examination, TrialBot& bot) {
  Interview interview(examination, bot);
  v1::PlayRequest request = interview.Message(Some(examination), 1);
  request.GetReflection()->MutableUnknownFields(&request)->AddLengthDelimited(
      kUnknownField, "later");
  for (v1::Decision& decision : *request.mutable_decisions()) {
    decision.GetReflection()->MutableUnknownFields(&decision)->AddVarint(
        kUnknownField, 1);
  }
  for (auto& ruleset : *request.mutable_rulesets()) {
    ruleset.GetReflection()->MutableUnknownFields(&ruleset)->AddFixed32(
        kUnknownField, 1);
  }
  return Exchange(examination, interview.stream(), request);
}

absl::Status AskAroundEmptyMessage(Examination& examination, TrialBot& bot) {
  Interview interview(examination, bot);
  v1::PlayRequest request = interview.Message(Some(examination), 1);
  v1::PlayRequest rulesets_only;
  *rulesets_only.mutable_rulesets() = request.rulesets();
  request.clear_rulesets();
  for (const v1::PlayRequest& message : {v1::PlayRequest(), rulesets_only}) {
    absl::Status status = interview.stream().Send(message, examination.limit());
    if (!status.ok()) return status;
  }
  return Exchange(examination, interview.stream(), request);
}

// Sends decisions, closes, and expects the answers and then the end.
absl::Status CloseWithOpenDecisions(Examination& examination, TrialBot& bot) {
  Interview interview(examination, bot);
  TrialStream& stream = interview.stream();
  const v1::PlayRequest request = interview.Message(Some(examination), 1);
  absl::Status status = stream.Send(request, examination.limit());
  if (status.ok()) status = stream.CloseHalf(examination.limit());
  if (!status.ok()) return status;
  for (int answered = 0;;) {
    const auto response = stream.Receive(examination.limit());
    if (response.ok()) {
      answered += response->actions_size();
      continue;
    }
    if (absl::IsOutOfRange(response.status())) {
      if (answered == request.decisions_size()) return absl::OkStatus();
      return absl::AbortedError(
          absl::StrFormat("ended the stream with %d of %d decisions answered",
                          answered, request.decisions_size()));
    }
    if (absl::IsDeadlineExceeded(response.status())) {
      return absl::DeadlineExceededError(absl::StrFormat(
          "answered %d of %d decisions and did not end the stream for %d ms",
          answered, request.decisions_size(), examination.limit().count()));
    }
    return response.status();
  }
}

// Asks on a stream that ends in good order, and again on another.
absl::Status AskOnOneAfterTheOther(Examination& examination, TrialBot& bot) {
  absl::Status status;
  for (int stream = 0; status.ok() && stream < 2; ++stream) {
    Interview interview(examination, bot);
    status = interview.Ask(Some(examination), kSome).status();
    if (stream > 0 || !status.ok()) continue;
    // How it ends is not the question here.
    interview.stream().CloseHalf(examination.limit()).IgnoreError();
    interview.stream().Receive(examination.limit()).status().IgnoreError();
  }
  return status;
}

absl::Status AskOnTwoStreams(Examination& examination, TrialBot& bot) {
  Interview first(examination, bot);
  Interview second(examination, bot);
  for (Interview* interview : {&first, &second, &first}) {
    const auto actions = interview->Ask(Some(examination), kSome);
    if (!actions.ok()) return actions.status();
  }
  return absl::OkStatus();
}

template <typename Try>
void Run(Examination& examination, Finding finding, Try attempt) {
  const absl::StatusOr<TrialBot*> bot = examination.Bot();
  Conclude(examination, std::move(finding),
           bot.ok() ? attempt(examination, **bot) : bot.status());
}

}  // namespace

void CheckUnknownFields(Examination& examination) {
  Run(examination,
      {.check = "unknown_fields",
       .seen = "answers as if they were not there",
       .expected = "fields that the bot does not know are passed over",
       .mend = "do not reject messages for unknown fields: later referees may "
               "send more"},
      AskWithUnknownFields);
  Run(examination,
      {.check = "empty_message",
       .seen = "answers the decisions that follow",
       .expected = "a message without decisions needs no answer",
       .mend = "take PlayRequests that bring rulesets only, or nothing"},
      AskAroundEmptyMessage);
}

void CheckStreams(Examination& examination) {
  Run(examination,
      {.check = "half_close",
       .seen = "answers what is open, then ends the stream with OK",
       .expected = "when the client closes its half: the answers to what is "
                   "open, then the end of the stream with OK",
       .mend = "return from Play when there is nothing more to read and all "
               "answers are sent"},
      CloseWithOpenDecisions);
}

bool CheckReopen(Examination& examination) {
  const bool remote = examination.settings().bot.remote.has_value();
  for (const auto attempt : {AskOnOneAfterTheOther, AskOnTwoStreams}) {
    const absl::StatusOr<TrialBot*> bot = examination.Bot();
    const absl::Status status =
        bot.ok() ? attempt(examination, **bot) : bot.status();
    if (status.ok()) continue;
    Finding finding{
        .check = "reopen",
        .grade = remote ? Grade::kFail : Grade::kWarn,
        .seen = absl::StrFormat("%s: %s",
                                attempt == AskOnTwoStreams
                                    ? "on two streams at a time"
                                    : "on a stream after the first had ended",
                                examination.Told(status)),
        .expected = "answers on every stream, after and beside the first",
        .mend =
            "serve every call of Play, and keep the handles of rulesets by "
            "stream. "};
    finding.mend +=
        remote ? "Each worker of a referee opens a stream of its own, and "
                 "opens another when one has failed. Nothing else was checked"
               : "The referee opens one stream a process, so leagues go well "
                 "all the same; a bot that is called by its address needs "
                 "more. The other checks took a process for every stream";
    examination.Add(std::move(finding));
    examination.DropBot();
    examination.TakeProcessForEachStream();
    return !remote;
  }
  examination.Add(
      {.check = "reopen", .seen = "serves new streams, and two at a time"});
  return true;
}

}  // namespace couillon::arena
