// Check: a decision does not depend on cards that the seat cannot know. A
// question contains none; but a bot that serves all seats of a table in one
// process could remember the questions of other seats.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/check/hidden_deals.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/referee/bot_link.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Sends the decisions of a deal one by one, as at a table. Returns the answer
// to the last one.
absl::StatusOr<std::uint32_t> LastAnswer(ConformanceRun& run,
                                         const std::vector<Question>& deal) {
  ASSIGN_OR_RETURN(TrialBot* const bot, run.Bot());
  ProbeStream probe(run, *bot);
  ASSIGN_OR_RETURN(auto actions, probe.Ask(deal, 1));
  return actions.back();
}

struct TwinAnswers {
  std::size_t asked = 0;
  std::size_t different = 0;
};

// Asks for the last decision of twin deals of every ruleset. Records the first
// answers that differ in the finding.
absl::StatusOr<TwinAnswers> AskTwins(ConformanceRun& run,
                                     CheckFinding& finding) {
  TwinAnswers answers;
  const auto& rules = run.settings().worker.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (const TwinDeals& twins :
         FindTwins(*rules[i], static_cast<int>(i), run.deals(),
                   run.settings().twins)) {
      const auto first = LastAnswer(run, twins.first);
      const auto second = LastAnswer(run, twins.second);
      if (!first.ok()) return first.status();
      if (!second.ok()) return second.status();
      ++answers.asked;
      if (*first == *second || answers.different++ > 0) continue;
      finding.question = twins.first.back();
      finding.seen =
          absl::StrFormat("; the first: action %d, then %d, to %s", *first,
                          *second, run.Text(twins.first.back()));
    }
  }
  return answers;
}

}  // namespace

void CheckHiddenCards(ConformanceRun& run) {
  if (run.Failed("repeat")) {
    run.Add({.check = "hidden",
             .grade = Grade::kSkipped,
             .seen = "not checked, because repeat does not pass"});
    return;
  }
  CheckFinding finding{
      .check = "hidden",
      .expected =
          "the same action when only cards that the seat cannot see "
          "differ",
      .fix =
          "use no data from decisions of other seats: a bot may use only "
          "what its seat may see"};
  const absl::StatusOr<TwinAnswers> answers = AskTwins(run, finding);
  if (!answers.ok()) {
    run.FailUnanswered(std::move(finding), answers.status());
    return;
  }
  if (answers->different == 0) {
    run.Add({.check = "hidden",
             .seen = absl::StrFormat("%d decisions with other hidden "
                                     "cards, the same actions",
                                     answers->asked)});
    return;
  }
  finding.grade = Grade::kFail;
  finding.seen = absl::StrFormat(
                     "%d of %d decisions answered differently "
                     "with other hidden cards",
                     answers->different, answers->asked) +
                 finding.seen;
  run.Add(std::move(finding));
}

}  // namespace couillon::arena
