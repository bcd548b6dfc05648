// Deals of random play until each phase has enough decisions.

#include "arena/players/check/question_pool.h"

#include <algorithm>
#include <array>

#include "arena/table/table.h"
#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kPhases = 5;        // the last one is play
constexpr std::uint64_t kMaxDeals = 400;  // searched for rare phases

// `count` questions, a share of them from each phase but play.
class PhasePool {
 public:
  // `phases`: those but play that occur under the rules.
  PhasePool(std::size_t count, std::size_t phases)
      : count_(count),
        share_(std::max<std::size_t>(1, count / kPhases)),
        phases_(phases) {}

  void Add(const Question& question) {
    auto& kept = by_phase_[static_cast<std::size_t>(question.seen.phase)];
    if (question.seen.phase != Phase::kPlay) {
      if (kept.size() < share_) kept.push_back(question);
      return;
    }
    // One play decision in three, to cover all stages of many deals.
    if (plays_++ % 3 == 0 && kept.size() < count_) kept.push_back(question);
  }

  [[nodiscard]] bool complete() const {
    const auto full = std::count_if(
        by_phase_.begin(), by_phase_.end() - 1,
        [this](const auto& kept) { return kept.size() >= share_; });
    return static_cast<std::size_t>(full) >= phases_ &&
           by_phase_.back().size() >= count_;
  }

  [[nodiscard]] std::vector<Question> Take() const {
    std::vector<Question> chosen;
    for (const auto& kept : by_phase_) {
      chosen.insert(chosen.end(), kept.begin(), kept.end());
    }
    if (chosen.size() > count_) chosen.resize(count_);
    return chosen;
  }

 private:
  std::size_t count_;
  std::size_t share_;
  std::size_t phases_;
  std::size_t plays_ = 0;
  std::array<std::vector<Question>, kPhases> by_phase_;
};

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

std::vector<Question> DrawQuestions(const CompiledRules& rules, int ruleset,
                                    const DealSource& deals,
                                    std::size_t count) {
  PhasePool pool(count, rules.ruleset.special.mit ? 4 : 1);
  for (std::uint64_t item = 0; item < kMaxDeals && !pool.complete(); ++item) {
    for (const Question& question :
         QuestionsOfDeal(rules, ruleset, deals, item)) {
      pool.Add(question);
    }
  }
  return pool.Take();
}

}  // namespace couillon::arena
