// The official results of made-up seasons: who is where, and why.
#include "arena/standing/journal/arena_result.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/standing/planner/plan_round.h"

namespace couillon::arena {
namespace {

constexpr std::uint64_t kItems = 100;

// The results of a pairing: how many deals each wins by a point.
stats::PairSums Lead(std::int64_t first, std::int64_t second) {
  stats::PairSums lead{.denominator = 2};
  lead.Add(2, first);
  lead.Add(-2, second);
  return lead;
}

// Outside its interval, by the sign at the target, and tied.
const stats::PairSums kClear = Lead(100, 0);
const stats::PairSums kClose = Lead(51, 49);
const stats::PairSums kTied = Lead(50, 50);

stats::PairSums Lost(const stats::PairSums& won) {
  return stats::SwappedPoints(won);
}

// An arena whose results are chosen. Entrants are a, b, c and so on.
class MadeUpArena {
 public:
  // Who wins: the lead of the first.
  using Results = std::function<stats::PairSums(int first, int second)>;

  MadeUpArena(RoundFormat format, int entrants, int rounds = 0) {
    state_.format = format;
    state_.target = kItems;
    state_.round_items = kItems;
    state_.rounds_wanted = rounds;
    state_.settings.add_rulesets()->set_spec("fr");
    for (int i = 0; i < entrants; ++i) {
      Submit(std::string(1, static_cast<char>('a' + i)));
    }
  }

  void Submit(const std::string& name) {
    Entrant entrant;
    entrant.bot.set_name(name);
    if (const std::optional<int> before = state_.Newest(name)) {
      Of(*before).status = EntrantStatus::kReplaced;
      entrant.version = Of(*before).version + 1;
    }
    state_.entrants.push_back(entrant);
  }

  void Retire(int entrant) { Of(entrant).status = EntrantStatus::kRetired; }

  void Extend(std::uint64_t target) { state_.target = target; }

  // Plans a round; false if nothing is left.
  bool Plan() {
    const std::optional<RoundPlan> plan = PlanRound(SeasonNow());
    if (!plan) return false;
    state_.terms.push_back(state_.Terms());
    state_.rounds.push_back(*plan);
    return true;
  }

  // Plays the planned round.
  void Finish(const Results& results) {
    std::vector<stats::PairSums>& leads = leads_.emplace_back();
    for (const PlannedPairing& pairing : state_.rounds.back().pairings) {
      leads.push_back(results(pairing.first, pairing.second));
    }
  }

  bool Play(const Results& results) {
    if (!Plan()) return false;
    Finish(results);
    return true;
  }

  [[nodiscard]] FormatResult Result() const {
    return ResultOfSeason(state_, SeasonNow());
  }

 private:
  Entrant& Of(int entrant) {
    return state_.entrants[static_cast<std::size_t>(entrant)];
  }

  // After the rounds that are finished.
  [[nodiscard]] Season SeasonNow() const {
    Season season = state_.SeasonBefore(static_cast<int>(leads_.size()) + 1);
    for (std::size_t i = 0; i < leads_.size(); ++i) {
      season.rounds[i].leads = leads_[i];
    }
    return season;
  }

  ArenaState state_;
  std::vector<std::vector<stats::PairSums>> leads_;
};

// The lower number wins every deal.
stats::PairSums BestSeed(int /*first*/, int /*second*/) { return kClear; }

std::string SharedPlace(const ResultPlace& place) {
  return place.shared_by == 1 ? absl::StrCat(place.place)
                              : absl::StrCat(place.place, "-",
                                             place.place + place.shared_by - 1);
}

constexpr std::array<const char*, 4> kSeparations = {"first", "points",
                                                     "buchholz", "shared"};

// "1 a v1 3+2 2-0-1 bye 1 points": points and Buchholz, rounds, byes.
std::vector<std::string> SwissTable(const FormatResult& result) {
  std::vector<std::string> lines;
  for (const ResultPlace& place : result.places) {
    const SwissLine& line = *place.swiss;
    lines.push_back(absl::StrFormat(
        "%s %s %g+%g %d-%d-%d bye %d %s%s", SharedPlace(place), place.bot,
        line.points, line.buchholz, line.wins, line.draws, line.losses,
        line.byes, kSeparations.at(static_cast<std::size_t>(line.separation)),
        place.status == "plays" ? "" : " " + place.status));
  }
  return lines;
}

// "1 a v1 3-0", with its byes and the stage in which it went out.
std::vector<std::string> KnockoutTable(const FormatResult& result) {
  std::vector<std::string> lines;
  for (const ResultPlace& place : result.places) {
    const KnockoutLine& line = *place.knockout;
    lines.push_back(absl::StrFormat(
        "%s %s %d-%d%s%s%s", SharedPlace(place), place.bot, line.wins,
        line.losses, line.byes > 0 ? absl::StrCat(" bye ", line.byes) : "",
        line.stage ? absl::StrCat(" out ", *line.stage) : "",
        place.status == "plays" ? "" : " " + place.status));
  }
  return lines;
}

// "1: a v1-b v1 a v1 interval 100, c v1 sits out".
std::vector<std::string> Bracket(const FormatResult& result) {
  std::vector<std::string> lines;
  for (const ResultRound& stage : result.rounds) {
    std::vector<std::string> parts;
    for (const ResultPairing& pairing : stage.pairings) {
      std::vector<std::string> words = {
          absl::StrCat(pairing.first, "-", pairing.second)};
      for (const std::string& word :
           {SideName(pairing.side), pairing.winner.value_or("nobody"),
            DecisionName(pairing.decision), absl::StrCat(pairing.items)}) {
        if (!word.empty()) words.push_back(word);
      }
      parts.push_back(absl::StrJoin(words, " "));
    }
    for (const std::string& bye : stage.byes) {
      parts.push_back(bye + " sits out");
    }
    lines.push_back(absl::StrCat(stage.number, ": ", absl::StrJoin(parts, ", "),
                                 stage.finished ? "" : "; open"));
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(ArenaResultTest, ASwissIsOrderedByPointsThenBuchholzThenShared) {
  MadeUpArena arena(RoundFormat::kSwiss, 5, 2);
  // e sits out; a beats c, b and d draw.
  ASSERT_TRUE(arena.Play([](int first, int second) {
    return first == 1 && second == 3 ? kTied : kClear;
  }));
  EXPECT_EQ(SwissTable(arena.Result()),
            (Lines{"1-2 a v1 1+0 1-0-0 bye 0 first",
                   "1-2 e v1 1+0 0-0-0 bye 1 shared",
                   "3-4 b v1 0.5+0.5 0-1-0 bye 0 points",
                   "3-4 d v1 0.5+0.5 0-1-0 bye 0 shared",
                   "5 c v1 0+1 0-0-1 bye 0 points"}));
  EXPECT_EQ(arena.Result().rounds_planned, 2);
  EXPECT_FALSE(arena.Result().finished);
  EXPECT_EQ(arena.Result().winner, std::nullopt);
  ASSERT_TRUE(arena.Play(BestSeed));
  const FormatResult result = arena.Result();
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.winner, "a v1");
  EXPECT_EQ(result.rounds_finished, 2);
  double points = 0;
  for (const ResultPlace& place : result.places) points += place.swiss->points;
  EXPECT_EQ(points, 6) << "two pairings and a bye in each of two rounds";
  ASSERT_EQ(result.rounds.size(), 2U);
  EXPECT_EQ(result.rounds[0].byes, Lines{"e v1"});
  EXPECT_EQ(result.rounds[0].pairings[0].first, "a v1");
  EXPECT_EQ(result.rounds[0].pairings[0].second, "c v1");
  EXPECT_EQ(result.rounds[0].pairings[0].first_points, 1);
  EXPECT_EQ(result.rounds[0].pairings[0].lead, 1);
  EXPECT_EQ(result.rounds[0].pairings[1].first_points, 0.5);
}

TEST(ArenaResultTest, ASharedFirstPlaceHasNoWinner) {
  MadeUpArena arena(RoundFormat::kSwiss, 4, 1);
  ASSERT_TRUE(arena.Play(BestSeed));
  const FormatResult result = arena.Result();
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.places[1].place, 1);
  EXPECT_EQ(result.winner, std::nullopt);
}

TEST(ArenaResultTest, TheBestBotWinsASwissInEitherOrderOfSubmission) {
  // The strength of an entrant, in both orders of submission.
  const auto winner = [](bool reversed) {
    MadeUpArena arena(RoundFormat::kSwiss, 8, 3);
    const auto strength = [&](int entrant) {
      return reversed ? 7 - entrant : entrant;
    };
    while (arena.Play([&](int first, int second) {
      return strength(first) > strength(second) ? kClear : Lost(kClear);
    })) {
    }
    return arena.Result().winner;
  };
  EXPECT_EQ(winner(false), "h v1");
  EXPECT_EQ(winner(true), "a v1");
}

TEST(ArenaResultTest, WhoLeftASwissKeepsThePointsAndANewVersionBegins) {
  MadeUpArena arena(RoundFormat::kSwiss, 4, 3);
  ASSERT_TRUE(arena.Play(BestSeed));
  arena.Retire(3);
  arena.Submit("a");
  arena.Submit("z");
  ASSERT_TRUE(arena.Play(BestSeed));
  const Lines table = SwissTable(arena.Result());
  ASSERT_EQ(table.size(), 6U);
  EXPECT_EQ(table[0], "1 b v1 2+0 2-0-0 bye 0 first");
  int left = 0;
  for (const ResultPlace& place : arena.Result().places) {
    if (place.bot == "a v1") {
      EXPECT_EQ(place.status, "replaced");
      EXPECT_EQ(place.swiss->points, 1);
    }
    if (place.bot == "d v1") {
      EXPECT_EQ(place.status, "retired");
    }
    left += place.status != "plays" ? 1 : 0;
  }
  EXPECT_EQ(left, 2);
  arena.Submit("late");
  EXPECT_EQ(arena.Result().places.size(), 6U) << "it has not played";
}

TEST(ArenaResultTest, AnOpenRoundOfASwissHasPairingsAndNoPoints) {
  MadeUpArena arena(RoundFormat::kSwiss, 4, 2);
  ASSERT_TRUE(arena.Plan());
  const FormatResult before = arena.Result();
  EXPECT_TRUE(before.places.empty());
  ASSERT_EQ(before.rounds.size(), 1U);
  EXPECT_FALSE(before.rounds[0].finished);
  EXPECT_EQ(before.rounds[0].pairings.size(), 2U);
  EXPECT_EQ(before.rounds[0].pairings[0].first_points, std::nullopt);
  EXPECT_EQ(before.rounds[0].pairings[0].items, 0);
  arena.Finish(BestSeed);
  EXPECT_EQ(arena.Result().places.size(), 4U);
  EXPECT_FALSE(arena.Result().finished) << "a round is to come";
}

TEST(ArenaResultTest, AKnockoutHasStagesPlacesAndAWinner) {
  MadeUpArena arena(RoundFormat::kKnockout, 6);
  // c beats f by the sign; d and e tie, twice; then a loses to d.
  const auto results = [](int first, int second) {
    if (second == 5) return kClose;
    if (first == 3 && second == 4) return kTied;
    return first == 0 && second == 3 ? Lost(kClear) : kClear;
  };
  ASSERT_TRUE(arena.Play(results));
  EXPECT_EQ(Bracket(arena.Result()),
            Lines{"1: c v1-f v1 c v1 target 100, d v1-e v1 nobody 100, "
                  "a v1 sits out, b v1 sits out; open"});
  EXPECT_EQ(KnockoutTable(arena.Result()),
            (Lines{"1-5 a v1 0-0 bye 1", "1-5 b v1 0-0 bye 1", "1-5 c v1 1-0",
                   "1-5 d v1 0-0", "1-5 e v1 0-0", "6 f v1 0-1 out 1"}));
  while (arena.Play(results)) {
  }
  const FormatResult result = arena.Result();
  EXPECT_EQ(
      Bracket(result),
      (Lines{"1: c v1-f v1 c v1 target 100, d v1-e v1 d v1 seed 200, "
             "a v1 sits out, b v1 sits out",
             "2: a v1-d v1 d v1 interval 100, b v1-c v1 b v1 interval 100",
             "3: b v1-d v1 b v1 interval 100"}));
  EXPECT_EQ(KnockoutTable(result),
            (Lines{"1 b v1 2-0 bye 1", "2 d v1 2-1 out 3",
                   "3-4 a v1 0-1 bye 1 out 2", "3-4 c v1 1-1 out 2",
                   "5-6 e v1 0-1 out 1", "5-6 f v1 0-1 out 1"}));
  EXPECT_EQ(result.winner, "b v1");
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.rounds[0].first_round, 1);
  EXPECT_EQ(result.rounds[0].last_round, 2);
  EXPECT_EQ(result.rounds[1].first_round, 3);
}

TEST(ArenaResultTest, TheWinnerOfAKnockoutStaysTheWinnerWhenReplaced) {
  MadeUpArena arena(RoundFormat::kKnockout, 4);
  while (arena.Play(BestSeed)) {
  }
  ASSERT_EQ(arena.Result().winner, "a v1");
  arena.Submit("a");
  arena.Retire(1);
  const FormatResult result = arena.Result();
  EXPECT_EQ(result.winner, "a v1");
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(KnockoutTable(result),
            (Lines{"1 a v1 2-0 replaced", "2 b v1 1-1 out 2 retired",
                   "3-4 c v1 0-1 out 1", "3-4 d v1 0-1 out 1"}));
}

TEST(ArenaResultTest, MoreDealsForTheRestChangeNoDecisionOfAKnockout) {
  MadeUpArena arena(RoundFormat::kKnockout, 4);
  ASSERT_TRUE(arena.Play([](int, int) { return kClose; }));
  const Lines before = Bracket(arena.Result());
  arena.Extend(100 * kItems);
  EXPECT_EQ(Bracket(arena.Result()), before);
  ASSERT_TRUE(arena.Play(BestSeed));
  EXPECT_EQ(arena.Result().winner, "a v1");
  EXPECT_EQ(arena.Result().rounds.size(), 2U);
}

TEST(ArenaResultTest, WhoLeavesAKnockoutGoesOutAndTheOpponentGoesOn) {
  MadeUpArena arena(RoundFormat::kKnockout, 4);
  ASSERT_TRUE(
      arena.Play([](int first, int) { return first == 0 ? kTied : kClear; }));
  arena.Retire(0);  // in the middle of its pairing with d
  arena.Retire(1);  // after it beat c
  const FormatResult result = arena.Result();
  EXPECT_EQ(Bracket(result), Lines{"1: a v1-d v1 d v1 walkover 100, "
                                   "b v1-c v1 b v1 interval 100"});
  EXPECT_EQ(KnockoutTable(result),
            (Lines{"1 d v1 0-0", "2 b v1 1-0 out 2 retired",
                   "3-4 a v1 0-0 out 1 retired", "3-4 c v1 0-1 out 1"}));
  EXPECT_EQ(result.winner, "d v1");
  EXPECT_FALSE(arena.Plan());
}

TEST(ArenaResultTest, WhoLeavesDuringARoundFinishesIt) {
  MadeUpArena arena(RoundFormat::kKnockout, 2);
  ASSERT_TRUE(arena.Plan());
  arena.Retire(0);
  EXPECT_EQ(arena.Result().winner, std::nullopt);
  EXPECT_FALSE(arena.Result().finished);
  EXPECT_EQ(Bracket(arena.Result()), Lines{"1: a v1-b v1 nobody 0; open"});
  arena.Finish(BestSeed);
  EXPECT_EQ(arena.Result().winner, "a v1");
  EXPECT_TRUE(arena.Result().finished);
}

TEST(ArenaResultTest, ADoubleKnockoutHasTwoSidesAndAFinal) {
  MadeUpArena arena(RoundFormat::kDoubleKnockout, 4);
  // b beats a once, in the final, which is then played again.
  int finals = 0;
  const auto results = [&finals](int first, int second) {
    if (first != 0 || second != 1) return kClear;
    return ++finals == 2 ? Lost(kClear) : kClear;
  };
  while (arena.Play(results)) {
  }
  const FormatResult result = arena.Result();
  EXPECT_EQ(Bracket(result),
            (Lines{"1: a v1-d v1 unbeaten a v1 interval 100, "
                   "b v1-c v1 unbeaten b v1 interval 100",
                   "2: a v1-b v1 unbeaten a v1 interval 100, "
                   "c v1-d v1 one_loss c v1 interval 100",
                   "3: b v1-c v1 one_loss b v1 interval 100, a v1 sits out",
                   "4: a v1-b v1 final b v1 interval 100",
                   "5: a v1-b v1 final a v1 interval 100"}));
  EXPECT_EQ(KnockoutTable(result),
            (Lines{"1 a v1 3-1 bye 1", "2 b v1 3-2 out 5", "3 c v1 1-2 out 3",
                   "4 d v1 0-2 out 2"}));
  EXPECT_EQ(result.winner, "a v1");
}

TEST(ArenaResultTest, OtherFormatsHaveRatingsAndNoPlaces) {
  MadeUpArena arena(RoundFormat::kRoundRobin, 3);
  ASSERT_TRUE(arena.Play(BestSeed));
  const FormatResult result = arena.Result();
  EXPECT_EQ(result.format, "round_robin");
  EXPECT_EQ(result.rule, ResultRule::kRatings);
  EXPECT_TRUE(result.places.empty());
  EXPECT_EQ(result.winner, std::nullopt);
}

}  // namespace
}  // namespace couillon::arena
