// Checks that a bot answers as it does in a process that knows nothing: the
// cold audit of a league (arena/league/audit/) in small.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/check/question_pool.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/question_text.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/seating.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using Actions = std::vector<std::uint32_t>;

constexpr std::uint64_t kFirstDeal = 2'000'000;  // of no other check
constexpr std::size_t kDecisionsOfADeal = 20;    // about

// The decisions of some deals of every ruleset, in the order of play, in one
// seating. No two rulesets have the same cards.
std::vector<Question> DealsIn(const ConformanceRun& run, Seating seating) {
  const auto& rules = run.settings().worker.rules;
  const std::size_t deals =
      std::max<std::size_t>(1, run.settings().decisions / kDecisionsOfADeal);
  std::vector<Question> questions;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (std::size_t deal = 0; deal < deals; ++deal) {
      const std::vector<Question> of_deal =
          QuestionsOfDeal(*rules[i], static_cast<int>(i), run.deals(),
                          kFirstDeal + i * deals + deal, seating);
      questions.insert(questions.end(), of_deal.begin(), of_deal.end());
    }
  }
  return questions;
}

// Asks a fresh process the questions at `places`, in that order, and writes the
// answers to the same places of `actions`.
absl::Status AskFresh(ConformanceRun& run,
                      const std::vector<Question>& questions,
                      const std::vector<std::size_t>& places,
                      Actions& actions) {
  run.DropBot();
  ASSIGN_OR_RETURN(TrialBot* const bot, run.Bot());
  std::vector<Question> asked;
  asked.reserve(places.size());
  for (const std::size_t place : places) asked.push_back(questions[place]);
  ProbeStream probe(run, *bot);
  ASSIGN_OR_RETURN(const Actions answers,
                   probe.Ask(asked, run.MaxBatch(kCheckBatch)));
  for (std::size_t i = 0; i < places.size(); ++i) {
    actions[places[i]] = answers[i];
  }
  return absl::OkStatus();
}

// Asks all questions in order of play, those of `before` first.
absl::StatusOr<Actions> AskAfter(ConformanceRun& run,
                                 const std::vector<Question>& before,
                                 const std::vector<Question>& questions) {
  std::vector<Question> all = before;
  all.insert(all.end(), questions.begin(), questions.end());
  std::vector<std::size_t> places(all.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  Actions actions(all.size());
  RETURN_IF_ERROR(AskFresh(run, all, places, actions));
  actions.erase(actions.begin(),
                actions.begin() + static_cast<std::ptrdiff_t>(before.size()));
  return actions;
}

// Asks each seat's questions in a process of its own, in an order that does not
// follow the play.
absl::StatusOr<Actions> AskCold(ConformanceRun& run,
                                const std::vector<Question>& questions) {
  Actions actions(questions.size());
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (questions[i].seen.decider == seat) places.push_back(i);
    }
    if (places.empty()) continue;
    std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
      return questions[a].seen.random_seed < questions[b].seen.random_seed;
    });
    RETURN_IF_ERROR(AskFresh(run, questions, places, actions));
  }
  return actions;
}

// The answers to the same questions when the process had been asked less and
// more about their deals.
struct Comparison {
  const std::vector<Question>& questions;
  const Actions& less;
  const Actions& more;
  const char* after;  // what the process had been asked in addition
};

// "; 3 of 80 decisions changed once ...: the first: play:KD, then ..."; empty
// if all answers are equal. Keeps the first changed decision in `finding`.
std::string Changes(const ConformanceRun& run, const Comparison& compared,
                    CheckFinding& finding) {
  std::size_t different = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < compared.questions.size(); ++i) {
    if (compared.less[i] != compared.more[i] && different++ == 0) at = i;
  }
  if (different == 0) return {};
  const Question& question = compared.questions[at];
  if (!finding.question) finding.question = question;
  return absl::StrFormat(
      "%s%d of %d decisions changed once the process had been asked about the "
      "same deal %s; the first: %s, then %s, to %s",
      finding.seen.empty() ? "" : "; ", different, compared.questions.size(),
      compared.after, AnswerText(question.seen, compared.less[at]),
      AnswerText(question.seen, compared.more[at]), run.Text(question));
}

// Fills in what was seen. The error is that of a process.
absl::Status Compare(ConformanceRun& run, CheckFinding& finding) {
  const std::vector<Question> first = DealsIn(run, Seating(0));
  const std::vector<Question> second = DealsIn(run, Seating(1));
  ASSIGN_OR_RETURN(const Actions cold, AskCold(run, second));
  ASSIGN_OR_RETURN(const Actions seats, AskAfter(run, {}, second));
  ASSIGN_OR_RETURN(const Actions seatings, AskAfter(run, first, second));
  run.DropBot();
  finding.seen +=
      Changes(run, {second, cold, seats, "from the other seats"}, finding);
  finding.seen +=
      Changes(run, {second, seats, seatings, "in another seating"}, finding);
  if (!finding.seen.empty()) {
    finding.grade = Grade::kFail;
    return absl::OkStatus();
  }
  finding.seen = absl::StrFormat(
      "%d decisions, the same actions in %s", second.size(),
      run.settings().bot.remote ? "new connections: the bot may remember all "
                                  "the same, since it is not started afresh"
                                : "fresh processes");
  finding.expected.clear();
  finding.fix.clear();
  return absl::OkStatus();
}

}  // namespace

void CheckColdProcesses(ConformanceRun& run) {
  std::vector<std::string> before = {"repeat", "composition"};
  // Not of a remote bot, which can be asked again all the same.
  if (!run.settings().bot.remote) before.emplace_back("restart");
  for (const std::string& other : before) {
    if (!run.Failed(other)) continue;
    run.Add({.check = "cold",
             .grade = Grade::kSkipped,
             .seen = absl::StrFormat("not checked, because %s does not pass",
                                     other)});
    return;
  }
  CheckFinding finding{
      .check = "cold",
      .expected =
          "the same action as from a process that has seen nothing of "
          "the deal: couillon audit looks for such bots in leagues",
      .fix =
          "keep nothing of a deal between decisions, neither of other seats "
          "nor of earlier tables: each decision is complete in itself"};
  const absl::Status status = Compare(run, finding);
  if (!status.ok()) return run.FailUnanswered(std::move(finding), status);
  run.Add(std::move(finding));
}

}  // namespace couillon::arena
