// Checks that every decision is answered, with a legal action.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/question_text.h"
#include "arena/table/referee/bot_link.h"
#include "engine/cards/action.h"
#include "engine/cards/notation.h"
#include "engine/cards/status_macros.h"
#include "engine/play/observation.h"

namespace couillon::arena {
namespace {

constexpr char kFixAnswers[] =
    "send decision_ids and actions in columns of the same length, one entry "
    "for each decision of the request";

bool IsLegal(const Question& question, std::uint32_t action) {
  return action < static_cast<std::uint32_t>(kActions) &&
         question.seen.legal.Has(Action(static_cast<int>(action)));
}

// The result of a pass over the decisions.
struct Tally {
  std::size_t asked = 0;
  std::size_t illegal = 0;
  const Question* first_illegal = nullptr;
  const Question* unanswered = nullptr;  // the first asked alone
  std::uint32_t first_action = 0;

  void Count(std::span<const Question> questions,
             const std::vector<std::uint32_t>& actions) {
    asked += questions.size();
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (IsLegal(questions[i], actions[i])) continue;
      if (illegal++ == 0) {
        first_illegal = &questions[i];
        first_action = actions[i];
      }
    }
  }
};

// Asks one decision in eight alone, then all of them in batches.
absl::Status AskAll(ConformanceRun& run, TrialBot& bot, Tally& tally) {
  const std::vector<Question>& questions = run.questions();
  ProbeStream probe(run, bot);
  for (std::size_t i = 0; i < questions.size(); i += 8) {
    const std::span<const Question> one(&questions[i], 1);
    const auto actions = probe.Ask(one, 1);
    if (!actions.ok()) {
      tally.unanswered = &questions[i];
      return actions.status();
    }
    tally.Count(one, *actions);
  }
  ASSIGN_OR_RETURN(const auto actions,
                   probe.Ask(questions, run.MaxBatch(kCheckBatch)));
  tally.Count(questions, actions);
  return absl::OkStatus();
}

std::string Coverage(const ConformanceRun& run) {
  std::set<Phase> phases;
  for (const Question& question : run.questions()) {
    phases.insert(question.seen.phase);
  }
  std::string names;
  for (const Phase phase : phases) {
    names += (names.empty() ? "" : " ") + std::string(PhaseName(phase));
  }
  return absl::StrFormat("%d rulesets, phases %s", run.settings().specs.size(),
                         names);
}

CheckFinding NotAnswered(const char* check) {
  return {.check = check, .expected = kAnswerEach, .fix = kFixAnswers};
}

}  // namespace

void CheckAnswers(ConformanceRun& run) {
  const absl::StatusOr<TrialBot*> bot = run.Bot();
  Tally tally;
  absl::Status status = bot.status();
  if (bot.ok()) status = AskAll(run, **bot, tally);
  if (!status.ok()) {
    CheckFinding finding = NotAnswered("legal");
    if (tally.unanswered != nullptr) finding.question = *tally.unanswered;
    run.FailUnanswered(std::move(finding), status);
    return;
  }
  CheckFinding finding{
      .check = "legal",
      .seen = absl::StrFormat("%d decisions (%s), %d illegal answers",
                              tally.asked, Coverage(run), tally.illegal)};
  if (tally.illegal > 0) {
    finding.grade = Grade::kFail;
    finding.question = *tally.first_illegal;
    finding.seen += absl::StrFormat(
        "; the first: %s to %s",
        AnswerText(tally.first_illegal->seen, tally.first_action),
        run.Text(*tally.first_illegal));
    finding.expected = "always one of the actions in legal_actions";
    finding.fix =
        "choose among legal_actions, even if your own rules differ; to send "
        "this decision again, use --save FOLDER and `couillon bot ask`";
  }
  run.Add(std::move(finding));
}

void CheckInFlight(ConformanceRun& run) {
  constexpr std::size_t kMessages = 8;
  absl::StatusOr<TrialBot*> bot = run.Bot();
  if (!bot.ok()) return;
  const std::uint32_t most = run.description().limits.max_in_flight;
  const std::size_t messages =
      most > 0 ? std::min<std::size_t>(most, kMessages) : kMessages;
  if (messages < 2) {
    run.Add({.check = "in_flight", .seen = "not checked: max_in_flight is 1"});
    return;
  }
  ProbeStream probe(run, **bot);
  const std::span<const Question> questions(run.questions());
  const auto actions = probe.AskAhead(
      questions.first(std::min<std::size_t>(questions.size(), 512)),
      run.MaxBatch(16), messages);
  if (!actions.ok()) {
    CheckFinding finding = NotAnswered("in_flight");
    finding.fix += "; or set max_in_flight to 1 in DescribeResponse";
    run.FailUnanswered(std::move(finding), actions.status());
    return;
  }
  run.Add(
      {.check = "in_flight",
       .seen = absl::StrFormat(
           "up to %d unanswered messages at a time, all answered", messages)});
}

}  // namespace couillon::arena
