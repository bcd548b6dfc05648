// Check: a decision does not depend on cards that the seat cannot know. What
// is asked holds none; but a bot that serves all seats of a table in one
// process could remember what it was shown for another.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/check/checks.h"
#include "arena/check/examination.h"
#include "arena/check/finding.h"
#include "arena/check/hidden_deals.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/trial_bot.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kTwins = 12;  // of a ruleset

// Asks the decisions of a deal one by one, as they come at a table; the
// answer to the last.
absl::StatusOr<std::uint32_t> LastAnswer(Examination& examination,
                                         const std::vector<Question>& deal) {
  const absl::StatusOr<TrialBot*> bot = examination.Bot();
  if (!bot.ok()) return bot.status();
  Interview interview(examination, **bot);
  const auto actions = interview.Ask(deal, 1);
  if (!actions.ok()) return actions.status();
  return actions->back();
}

struct TwinAnswers {
  std::size_t asked = 0;
  std::size_t different = 0;
};

// Asks for the last decision of twin deals of every ruleset; the first answers
// that differ go into the finding.
absl::StatusOr<TwinAnswers> AskTwins(Examination& examination,
                                     Finding& finding) {
  TwinAnswers answers;
  const auto& rules = examination.settings().worker.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (const TwinDeals& twins : FindTwins(*rules[i], static_cast<int>(i),
                                            examination.deals(), kTwins)) {
      const auto first = LastAnswer(examination, twins.first);
      const auto second = LastAnswer(examination, twins.second);
      if (!first.ok()) return first.status();
      if (!second.ok()) return second.status();
      ++answers.asked;
      if (*first == *second || answers.different++ > 0) continue;
      finding.question = twins.first.back();
      finding.seen =
          absl::StrFormat("; the first: action %d, then %d, to %s", *first,
                          *second, examination.Text(twins.first.back()));
    }
  }
  return answers;
}

}  // namespace

void CheckHiddenCards(Examination& examination) {
  if (examination.Failed("repeat")) {
    examination.Add({.check = "hidden",
                     .grade = Grade::kSkipped,
                     .seen = "cannot be told while repeat fails"});
    return;
  }
  Finding finding{
      .check = "hidden",
      .expected =
          "the same action while the cards that the seat cannot see "
          "are changed",
      .mend =
          "keep nothing of a decision of another seat: a bot sees what its "
          "seat may see and nothing more"};
  const absl::StatusOr<TwinAnswers> answers = AskTwins(examination, finding);
  if (!answers.ok()) {
    finding.grade = Grade::kFail;
    finding.seen = examination.Told(answers.status());
    examination.Add(std::move(finding));
    examination.DropBot();
    return;
  }
  if (answers->different == 0) {
    examination.Add({.check = "hidden",
                     .seen = absl::StrFormat("%d decisions of twin deals, the "
                                             "same actions",
                                             answers->asked)});
    return;
  }
  finding.grade = Grade::kFail;
  finding.seen = absl::StrFormat(
                     "%d of %d decisions of twin deals answered "
                     "otherwise",
                     answers->different, answers->asked) +
                 finding.seen;
  examination.Add(std::move(finding));
}

}  // namespace couillon::arena
