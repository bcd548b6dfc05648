#include "arena/check/question_pool.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/referee/bot_link.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kPhases = 5;
constexpr std::uint64_t kMostDeals = 400;  // searched for rare phases

}  // namespace

std::vector<Question> QuestionsOfDeal(const CompiledRules& rules, int ruleset,
                                      const DealSource& deals,
                                      std::uint64_t item, Seating seating) {
  std::vector<Question> questions;
  Table table(
      {.rules = &rules, .deals = &deals, .item = item, .seating = seating});
  while (!table.done()) {
    const Observation seen = table.Observe();
    questions.push_back({.ruleset = ruleset, .seen = seen});
    const auto lot = static_cast<int>(
        seen.random_seed % static_cast<std::uint64_t>(seen.legal.size()));
    COUILLON_CHECK(table.Apply(seen.legal.Nth(lot)));
  }
  return questions;
}

std::vector<Question> QuestionsOf(const CompiledRules& rules, int ruleset,
                                  const DealSource& deals, std::size_t count) {
  std::array<std::vector<Question>, kPhases> by_phase;
  const std::size_t share = std::max<std::size_t>(1, count / kPhases);
  std::size_t plays = 0;
  for (std::uint64_t item = 0; item < kMostDeals; ++item) {
    const auto questions = QuestionsOfDeal(rules, ruleset, deals, item);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      auto& kept = by_phase[static_cast<std::size_t>(questions[i].seen.phase)];
      const bool is_play = questions[i].seen.phase == Phase::kPlay;
      // One play decision in three, to cover all stages of many deals.
      if (is_play && (plays++ % 3 != 0 || kept.size() >= count)) continue;
      if (!is_play && kept.size() >= share) continue;
      kept.push_back(questions[i]);
    }
    std::size_t full = 0;
    for (std::size_t phase = 0; phase + 1 < kPhases; ++phase) {
      if (by_phase[phase].size() >= share) ++full;
    }
    const std::size_t phases_of_rules = rules.ruleset.special.mit ? 4 : 1;
    if (full >= phases_of_rules && by_phase[kPhases - 1].size() >= count) break;
  }
  std::vector<Question> chosen;
  for (std::size_t phase = 0; phase + 1 < kPhases; ++phase) {
    chosen.insert(chosen.end(), by_phase[phase].begin(), by_phase[phase].end());
  }
  const auto& play = by_phase[kPhases - 1];
  const std::size_t rest = count - std::min(count, chosen.size());
  chosen.insert(
      chosen.end(), play.begin(),
      play.begin() + static_cast<std::ptrdiff_t>(std::min(rest, play.size())));
  return chosen;
}

}  // namespace couillon::arena
