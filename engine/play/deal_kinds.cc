// Enumerates the facts that a result can have, scores them at two carries, and
// numbers those that score alike. Each thread keeps the numberings that it has
// made.

#include "engine/play/deal_kinds.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/cards/check.h"

namespace couillon {
namespace {

constexpr std::size_t kMaxKinds = 200;

// The end of a deal: thrown in, with the most card points shared, or with a
// best side, whose points exceed makers_must_exceed or not, and which took
// every trick or not.
enum class Ending : std::uint8_t {
  kAbandoned,
  kShared,
  kBestFallsShort,
  kShortTookAll,
  kBest,
  kBestTookAll,
};
constexpr std::size_t kEndings = 6;
constexpr std::size_t kSideOrNone = kMaxSides + 1;

// The facts of a result that can matter for its score.
struct Facts {
  Ending ending = Ending::kAbandoned;
  Side best = 0;  // unless shared or abandoned
  Side makers = kNoSide;
  Side mit = kNoSide;
  bool kontra = false;
  bool re = false;
};

constexpr std::size_t kCodes =
    kEndings * kMaxSides * kSideOrNone * kSideOrNone * 2 * 2;

std::size_t IndexOf(Side side) {
  return side == kNoSide ? kMaxSides : static_cast<std::size_t>(side);
}

std::size_t CodeOf(const Facts& facts) {
  auto code = static_cast<std::size_t>(facts.ending);
  code = code * kMaxSides + static_cast<std::size_t>(facts.best);
  code = code * kSideOrNone + IndexOf(facts.makers);
  code = code * kSideOrNone + IndexOf(facts.mit);
  code = code * 2 + (facts.kontra ? 1 : 0);
  return code * 2 + (facts.re ? 1 : 0);
}

Side Counted(Side side, Side zero, int sides) {
  if (side == kNoSide) return kNoSide;
  return static_cast<Side>((side - zero + sides) % sides);
}

Facts FactsOf(const Ruleset& ruleset, const DealResult& result, Side zero) {
  Facts facts;
  if (result.abandoned) return facts;
  const int sides = ruleset.table.sides;
  const auto points = result.card_points.begin();
  const auto best = std::max_element(points, points + sides);
  const auto at = static_cast<std::size_t>(best - points);
  facts.makers = Counted(result.maker_side, zero, sides);
  facts.mit = Counted(result.mit_side, zero, sides);
  facts.kontra = result.kontra;
  facts.re = result.re;
  if (std::count(points, points + sides, *best) > 1) {
    facts.ending = Ending::kShared;
    return facts;
  }
  facts.best = Counted(static_cast<Side>(at), zero, sides);
  const bool took_all =
      std::count(result.tricks.begin(), result.tricks.begin() + sides, 0) ==
          sides - 1 &&
      result.tricks[at] > 0;
  if (*best <= ruleset.scoring.makers_must_exceed) {
    facts.ending = took_all ? Ending::kShortTookAll : Ending::kBestFallsShort;
  } else {
    facts.ending = took_all ? Ending::kBestTookAll : Ending::kBest;
  }
  return facts;
}

// A result with these facts.
DealResult ResultWith(const Ruleset& ruleset, const Facts& facts) {
  DealResult result;
  result.abandoned = facts.ending == Ending::kAbandoned;
  if (result.abandoned) return result;
  result.maker_side = facts.makers;
  result.mit_side = facts.mit;
  result.kontra = facts.kontra;
  result.re = facts.re;
  if (facts.ending == Ending::kShared) return result;
  const auto best = static_cast<std::size_t>(facts.best);
  const int bar = ruleset.scoring.makers_must_exceed;
  const bool falls_short = facts.ending == Ending::kBestFallsShort ||
                           facts.ending == Ending::kShortTookAll;
  const bool took_all = facts.ending == Ending::kShortTookAll ||
                        facts.ending == Ending::kBestTookAll;
  result.card_points[best] =
      static_cast<std::uint8_t>(falls_short ? std::max(bar, 1) : bar + 1);
  result.tricks[best] = 1;
  if (!took_all) {
    result.tricks[(best + 1) % static_cast<std::size_t>(ruleset.table.sides)] =
        1;
  }
  return result;
}

DealScore Score(const Ruleset& ruleset, const DealResult& result,
                std::uint16_t bonus_before) {
  DealScore score = ScoreDeal(ruleset, result, bonus_before);
  score.bourgumesse = false;
  return score;
}

// Scores are linear in the carry but for its successor, which the scores at
// these carries determine too.
bool SameScores(const Ruleset& ruleset, const DealResult& a,
                const DealResult& b) {
  if (a.abandoned != b.abandoned) return false;
  for (const std::uint16_t carry : {std::uint16_t{0}, std::uint16_t{1}}) {
    if (Score(ruleset, a, carry) != Score(ruleset, b, carry)) return false;
  }
  return true;
}

// Calls `visit` for all facts that a result can have.
template <typename Visit>
void ForEachFacts(int sides, const Visit& visit) {
  visit(Facts{});
  for (const Ending ending :
       {Ending::kShared, Ending::kBestFallsShort, Ending::kShortTookAll,
        Ending::kBest, Ending::kBestTookAll}) {
    const int bests = ending == Ending::kShared ? 1 : sides;
    for (int best = 0; best < bests; ++best) {
      for (int makers = -1; makers < sides; ++makers) {
        for (int mit = -1; mit < sides; ++mit) {
          for (const bool kontra : {false, true}) {
            for (const bool re : {false, true}) {
              visit(Facts{
                  .ending = ending,
                  .best = static_cast<Side>(best),
                  .makers = makers < 0 ? kNoSide : static_cast<Side>(makers),
                  .mit = mit < 0 ? kNoSide : static_cast<Side>(mit),
                  .kontra = kontra,
                  .re = re});
            }
          }
        }
      }
    }
  }
}

DealKinds::Numbering MakeNumbering(const Ruleset& ruleset) {
  DealKinds::Numbering made{.kinds = std::vector<std::uint8_t>(kCodes)};
  std::vector<DealResult>& results = made.results;
  ForEachFacts(ruleset.table.sides, [&](const Facts& facts) {
    const DealResult result = ResultWith(ruleset, facts);
    const auto known = std::find_if(results.begin(), results.end(),
                                    [&](const DealResult& other) {
                                      return SameScores(ruleset, result, other);
                                    });
    made.kinds[CodeOf(facts)] =
        static_cast<std::uint8_t>(known - results.begin());
    if (known == results.end()) results.push_back(result);
  });
  COUILLON_CHECK(results.size() <= kMaxKinds);
  return made;
}

// Every unit of a league asks for a numbering, which takes as long to make as
// some deals to play. So each thread keeps those that it has made.
std::shared_ptr<const DealKinds::Numbering> NumberingOf(
    const Ruleset& ruleset) {
  struct Known {
    int sides;
    ScoringRules scoring;
    std::shared_ptr<const DealKinds::Numbering> numbering;
  };
  constexpr std::size_t kMaxKnown = 64;
  thread_local std::vector<Known> known;
  const auto found = std::ranges::find_if(known, [&](const Known& of) {
    return of.sides == ruleset.table.sides && of.scoring == ruleset.scoring;
  });
  if (found != known.end()) return found->numbering;
  if (known.size() == kMaxKnown) known.clear();
  return known
      .emplace_back(
          ruleset.table.sides, ruleset.scoring,
          std::make_shared<const DealKinds::Numbering>(MakeNumbering(ruleset)))
      .numbering;
}

}  // namespace

DealKinds::DealKinds(const Ruleset& ruleset)
    : ruleset_(&ruleset), numbering_(NumberingOf(ruleset)) {}

int DealKinds::KindOf(const DealResult& result, Side zero) const {
  return numbering_->kinds[CodeOf(FactsOf(*ruleset_, result, zero))];
}

int DealKinds::PlainWin(Side side) const {
  return numbering_->kinds[CodeOf({.ending = Ending::kBest, .best = side})];
}

DealScore DealKinds::ScoreOf(int kind, std::uint16_t bonus_before) const {
  return Score(*ruleset_, numbering_->results[static_cast<std::size_t>(kind)],
               bonus_before);
}

}  // namespace couillon
