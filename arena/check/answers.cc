// Checks: every decision is answered, and what is answered is legal.
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
#include "arena/check/checks.h"
#include "arena/check/examination.h"
#include "arena/check/finding.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/trial_bot.h"
#include "arena/table/question_text.h"
#include "engine/cards/action.h"
#include "engine/cards/notation.h"
#include "engine/play/observation.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kBatch = 64;
constexpr char kAnswerEach[] =
    "every decision answered once, each with its decision_id, within the limit";
constexpr char kMendAnswers[] =
    "send decision_ids and actions in columns of the same length, one entry "
    "for each decision of the request";

bool IsLegal(const Question& question, std::uint32_t action) {
  return action < static_cast<std::uint32_t>(kActions) &&
         question.seen.legal.Has(Action(static_cast<int>(action)));
}

// What a pass over the decisions has come to.
struct Tally {
  std::size_t asked = 0;
  std::size_t illegal = 0;
  const Question* first_illegal = nullptr;
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

// One in eight one by one; then all in batches.
absl::Status AskAll(Examination& examination, TrialBot& bot, Tally& tally) {
  const std::vector<Question>& questions = examination.questions();
  Interview interview(examination, bot);
  for (std::size_t i = 0; i < questions.size(); i += 8) {
    const std::span<const Question> one(&questions[i], 1);
    const auto actions = interview.Ask(one, 1);
    if (!actions.ok()) return actions.status();
    tally.Count(one, *actions);
  }
  const auto actions =
      interview.Ask(questions, examination.LargestBatch(kBatch));
  if (!actions.ok()) return actions.status();
  tally.Count(questions, *actions);
  return absl::OkStatus();
}

std::string Coverage(const Examination& examination) {
  std::set<Phase> phases;
  for (const Question& question : examination.questions()) {
    phases.insert(question.seen.phase);
  }
  std::string names;
  for (const Phase phase : phases) {
    names += (names.empty() ? "" : " ") + std::string(PhaseName(phase));
  }
  return absl::StrFormat("%d rulesets, phases %s",
                         examination.settings().specs.size(), names);
}

Finding Failure(Examination& examination, const char* check,
                const absl::Status& status) {
  return {.check = check,
          .grade = Grade::kFail,
          .seen = examination.Told(status),
          .expected = kAnswerEach,
          .mend = kMendAnswers};
}

}  // namespace

void CheckAnswers(Examination& examination) {
  const absl::StatusOr<TrialBot*> bot = examination.Bot();
  Tally tally;
  absl::Status status = bot.status();
  if (bot.ok()) status = AskAll(examination, **bot, tally);
  if (!status.ok()) {
    examination.Add(Failure(examination, "legal", status));
    examination.DropBot();
    return;
  }
  Finding finding{.check = "legal",
                  .seen = absl::StrFormat(
                      "%d decisions (%s), %d illegal answers", tally.asked,
                      Coverage(examination), tally.illegal)};
  if (tally.illegal > 0) {
    finding.grade = Grade::kFail;
    finding.question = *tally.first_illegal;
    finding.seen += absl::StrFormat(
        "; the first: %s to %s",
        AnswerText(tally.first_illegal->seen, tally.first_action),
        examination.Text(*tally.first_illegal));
    finding.expected = "one of the bits of legal_actions, always";
    finding.mend =
        "choose among legal_actions, whatever you work out yourself; ask this "
        "decision again with `couillon bot ask`";
  }
  examination.Add(std::move(finding));
}

void CheckInFlight(Examination& examination) {
  constexpr std::size_t kMessages = 8;
  absl::StatusOr<TrialBot*> bot = examination.Bot();
  if (!bot.ok()) return;
  const std::uint32_t most = examination.description().limits.most_in_flight;
  const std::size_t messages =
      most > 0 ? std::min<std::size_t>(most, kMessages) : kMessages;
  if (messages < 2) {
    examination.Add(
        {.check = "in_flight", .seen = "not tried: most_in_flight is 1"});
    return;
  }
  Interview interview(examination, **bot);
  const std::span<const Question> questions(examination.questions());
  const auto actions = interview.AskAhead(
      questions.first(std::min<std::size_t>(questions.size(), 512)),
      examination.LargestBatch(16), messages);
  if (!actions.ok()) {
    Finding finding = Failure(examination, "in_flight", actions.status());
    finding.mend += "; or set most_in_flight to 1 in DescribeResponse";
    examination.Add(std::move(finding));
    examination.DropBot();
    return;
  }
  examination.Add({.check = "in_flight",
                   .seen = absl::StrFormat(
                       "%d messages unanswered at a time, all answered in the "
                       "end",
                       messages)});
}

}  // namespace couillon::arena
