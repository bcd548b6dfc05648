// Answers at once, on the thread that asks.

#include "arena/table/referee/bundled_link.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "arena/table/verdict.h"

namespace couillon::arena {

void BundledLink::Send(std::span<const Question> batch) {
  for (const Question& question : batch) {
    const Action action = Decide(question.ruleset, question.seen, nullptr);
    answers_.push_back({.link = link_,
                        .verdict = Verdict::kNormal,
                        .id = question.id,
                        .action = static_cast<std::uint32_t>(action.number())});
  }
}

void BundledLink::Collect(std::vector<BotEvent>& events) {
  if (events.empty()) {  // hands them over as they are
    events.swap(answers_);
    return;
  }
  std::move(answers_.begin(), answers_.end(), std::back_inserter(events));
  answers_.clear();
}

}  // namespace couillon::arena
