#include "arena/report/data/llr_history.h"

#include <cstddef>
#include <cstdint>

#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/sequential/sprt.h"

namespace couillon::arena {

std::vector<LlrLook> LlrHistory(const OrderedPairs& ordered,
                                const HeadToHeadInput& input,
                                const SequentialQuestion& question) {
  HeadToHeadInput so_far = input;
  so_far.score = stats::PairSums{.denominator = ordered.denominator};
  so_far.scale = ordered.scale;
  so_far.game_points = stats::PairSums{.denominator = ordered.denominator};
  // Only the multinomial ratio of logistic bounds needs the classes; for the
  // other it would be computed at each look and not be shown.
  const bool by_class = question.scale == BoundScale::kLogistic;
  so_far.classes.assign(
      by_class ? static_cast<std::size_t>(ordered.denominator + 1) : 0, 0);
  std::vector<LlrLook> history;
  for (const NumberedPair& pair : ordered.pairs) {
    so_far.score.Add(pair.numerator);
    so_far.game_points.Add(pair.points);
    if (by_class) ++so_far.classes[static_cast<std::size_t>(pair.numerator)];
    const std::int64_t pairs = so_far.score.pairs;
    const bool is_look =
        pairs % question.plan.batch == 0 || pairs == question.plan.cap;
    if (!is_look) continue;
    history.push_back(
        {.pairs = pairs, .answer = AnswerQuestion(so_far, question)});
    if (history.back().answer.decision !=
        stats::SequentialDecision::kContinue) {
      break;
    }
  }
  return history;
}

}  // namespace couillon::arena
