// Checks of unknown fields, of empty messages, and of the end and the opening
// of streams.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/referee/bot_link.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kSome = 16;  // decisions
// A field number that no version of the contract uses.
constexpr int kUnknownField = 1999;

std::span<const Question> Some(const ConformanceRun& run) {
  const std::span<const Question> all(run.questions());
  return all.first(std::min(all.size(), kSome));
}

// Sends `request` and waits until all of its decisions are answered.
absl::Status Exchange(ConformanceRun& run, TrialStream& stream,
                      const v1::PlayRequest& request) {
  absl::Status status = stream.Send(request, run.limit());
  for (int answered = 0; status.ok() && answered < request.decisions_size();) {
    const auto response = stream.Receive(run.limit());
    status = response.status();
    if (response.ok()) answered += response->actions_size();
  }
  return status;
}

// Adds the finding, as passed if `status` is OK and as failed otherwise.
void Conclude(ConformanceRun& run, CheckFinding finding,
              const absl::Status& status) {
  if (!status.ok()) return run.Fail(std::move(finding), status);
  finding.expected.clear();
  finding.fix.clear();
  run.Add(std::move(finding));
}

absl::Status AskWithUnknownFields(ConformanceRun& run, TrialBot& bot) {
  ProbeStream probe(run, bot);
  v1::PlayRequest request = probe.Message(Some(run), 1);
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
  return Exchange(run, probe.stream(), request);
}

absl::Status AskAroundEmptyMessage(ConformanceRun& run, TrialBot& bot) {
  ProbeStream probe(run, bot);
  v1::PlayRequest request = probe.Message(Some(run), 1);
  v1::PlayRequest rulesets_only;
  *rulesets_only.mutable_rulesets() = request.rulesets();
  request.clear_rulesets();
  for (const v1::PlayRequest& message : {v1::PlayRequest(), rulesets_only}) {
    RETURN_IF_ERROR(probe.stream().Send(message, run.limit()));
  }
  return Exchange(run, probe.stream(), request);
}

// Sends decisions, closes its half of the stream, and expects the answers and
// then the end.
absl::Status CloseWithOpenDecisions(ConformanceRun& run, TrialBot& bot) {
  ProbeStream probe(run, bot);
  TrialStream& stream = probe.stream();
  const v1::PlayRequest request = probe.Message(Some(run), 1);
  RETURN_IF_ERROR(stream.Send(request, run.limit()));
  RETURN_IF_ERROR(stream.CloseHalf(run.limit()));
  for (int answered = 0;;) {
    const auto response = stream.Receive(run.limit());
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
          answered, request.decisions_size(), run.limit().count()));
    }
    return response.status();
  }
}

// Asks on a stream, ends it cleanly, and asks again on another. Counts the
// times that the bot has answered.
absl::Status AskOnOneAfterTheOther(ConformanceRun& run, TrialBot& bot,
                                   int& answered) {
  absl::Status status;
  for (int stream = 0; status.ok() && stream < 2; ++stream) {
    ProbeStream probe(run, bot);
    status = probe.Ask(Some(run), kSome).status();
    if (status.ok()) ++answered;
    if (stream > 0 || !status.ok()) continue;
    // Another check covers how the stream ends.
    probe.stream().CloseHalf(run.limit()).IgnoreError();
    probe.stream().Receive(run.limit()).status().IgnoreError();
  }
  return status;
}

absl::Status AskOnTwoStreams(ConformanceRun& run, TrialBot& bot,
                             int& answered) {
  ProbeStream first(run, bot);
  ProbeStream second(run, bot);
  for (ProbeStream* probe : {&first, &second, &first}) {
    RETURN_IF_ERROR(probe->Ask(Some(run), kSome).status());
    ++answered;
  }
  return absl::OkStatus();
}

template <typename Try>
void Run(ConformanceRun& run, CheckFinding finding, Try attempt) {
  const absl::StatusOr<TrialBot*> bot = run.Bot();
  Conclude(run, std::move(finding),
           bot.ok() ? attempt(run, **bot) : bot.status());
}

}  // namespace

void CheckUnknownFields(ConformanceRun& run) {
  Run(run,
      {.check = "unknown_fields",
       .seen = "answers as if they were absent",
       .expected = "fields that the bot does not know are ignored",
       .fix =
           "accept messages with unknown fields: later referees may send more"},
      AskWithUnknownFields);
  Run(run,
      {.check = "empty_message",
       .seen = "answers the decisions that follow",
       .expected = "a message without decisions needs no answer",
       .fix = "accept PlayRequests that contain only rulesets, or nothing"},
      AskAroundEmptyMessage);
}

void CheckStreams(ConformanceRun& run) {
  Run(run,
      {.check = "half_close",
       .seen = "answers the open decisions, then ends the stream with OK",
       .expected = "when the referee closes its half: the answers to all open "
                   "decisions, then the end of the stream with OK",
       .fix = "return from Play when the request stream has ended and all "
              "answers are sent"},
      CloseWithOpenDecisions);
}

bool CheckReopen(ConformanceRun& run) {
  const bool remote = run.settings().bot.remote.has_value();
  int answered = 0;
  for (const auto attempt : {AskOnOneAfterTheOther, AskOnTwoStreams}) {
    const absl::StatusOr<TrialBot*> bot = run.Bot();
    const absl::Status status =
        bot.ok() ? attempt(run, **bot, answered) : bot.status();
    if (status.ok()) continue;
    // A bot that fails at its first decisions shows nothing about streams.
    if (answered == 0) {
      if (!run.FailIfThrown({.check = "reopen"}, status)) {
        run.Add({.check = "reopen",
                 .grade = Grade::kSkipped,
                 .seen = "not checked, because no decision was answered"});
        run.DropBot();
      }
      return true;
    }
    CheckFinding finding{
        .check = "reopen",
        .grade = remote ? Grade::kFail : Grade::kWarn,
        .seen = absl::StrFormat("%s: %s",
                                attempt == AskOnTwoStreams
                                    ? "on two streams at a time"
                                    : "on a stream after the first had ended",
                                run.Explain(status)),
        .expected = "answers on every stream, after and beside the first",
        .fix =
            "serve every call of Play, and keep the ruleset handles per "
            "stream. "};
    finding.fix +=
        remote
            ? "Each worker of a referee opens its own stream, and opens "
              "another one after a failure. Nothing else was checked"
            : "The referee opens one stream per process, so the bot can play "
              "in leagues; a remote bot needs more. The other checks "
              "started a process for every stream";
    run.Add(std::move(finding));
    run.DropBot();
    run.TakeProcessForEachStream();
    return !remote;
  }
  run.Add({.check = "reopen", .seen = "serves new streams, and two at a time"});
  return true;
}

}  // namespace couillon::arena
