// The ways in which making trumps can end, and the figures that these fix.

#include "arena/measure/fairness/fixed_figures.h"

#include <cstddef>

#include "engine/rules/ruleset.h"

namespace couillon::arena {
namespace {

// The possible ends of the trump steps of a deal.
struct TrumpEndings {
  bool passed_out = false;
  bool without_makers = false;  // played, but nobody has made trumps
  bool made_by_eldest = false;
  bool made_by_others = false;

  [[nodiscard]] bool made() const { return made_by_eldest || made_by_others; }
};

TrumpEndings FindEndings(const CompiledRules& rules) {
  TrumpEndings endings;
  for (std::size_t i = 0; i < rules.stages; ++i) {
    const Stage& stage = rules.stage[i];
    switch (stage.kind) {
      case StageKind::kOffer:
        endings.made_by_eldest = true;
        endings.made_by_others = true;
        break;
      case StageKind::kName:
        endings.made_by_eldest = true;
        // The steps that follow are reached only if eldest may defer.
        if (stage.when == When::kAlways && !stage.may_defer) return endings;
        break;
      case StageKind::kTurn:
      case StageKind::kBlind:
        (stage.makers == Makers::kEldest ? endings.made_by_eldest
                                         : endings.without_makers) = true;
        return endings;
      case StageKind::kAbandon:
        endings.passed_out = true;
        return endings;
    }
  }
  return endings;
}

bool IsOfLaterSeat(const std::string& name, const std::string& figure) {
  return name.starts_with(figure + ".") && name != figure + ".0";
}

bool TrumpsFix(const TrumpEndings& endings, const std::string& name) {
  const bool always_made = !endings.passed_out && !endings.without_makers;
  if (name == "passed_out") return !endings.passed_out;
  if (name == "trumps_made") return always_made || !endings.made();
  if (name == "makes_trumps.0") {
    return !endings.made_by_eldest || (always_made && !endings.made_by_others);
  }
  if (name == "maker_game_points.0") return !endings.made_by_eldest;
  if (IsOfLaterSeat(name, "makes_trumps") ||
      IsOfLaterSeat(name, "maker_game_points")) {
    return !endings.made_by_others;
  }
  const bool is_of_makers = name == "bourgumesse" || name == "makers_win" ||
                            name == "makers_game_points";
  return is_of_makers && !endings.made();
}

}  // namespace

bool RulesFix(const CompiledRules& rules, const std::string& name) {
  const MatchRules& match = rules.ruleset.match;
  const ScoringRules& scoring = rules.ruleset.scoring;
  const TrumpEndings endings = FindEndings(rules);
  if (name == "kontra") return !rules.mit.kontra;
  if (name == "re") return !rules.mit.re;
  if (name == "carry_pending" || name == "longest_carry") {
    const bool leaves_one = scoring.bonus_on_tie ||
                            (scoring.bonus_on_abandon && endings.passed_out);
    return scoring.bonus_units == 0 || !leaves_one;
  }
  // Without a limit of deals a match goes on until a side is home.
  if (name == "without_winner") {
    return match.fixed_deals == 0 && match.max_deals == 0;
  }
  return TrumpsFix(endings, name);
}

}  // namespace couillon::arena
