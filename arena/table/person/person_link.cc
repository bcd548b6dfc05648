// The answer is there when Send returns; Collect hands it on.

#include "arena/table/person/person_link.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "arena/table/verdict.h"

namespace couillon::arena {

void PersonLink::Send(std::span<const Question> batch) {
  for (const Question& question : batch) {
    const std::optional<Action> action = ask_(*rules_, question.seen);
    if (!action) {
      events_.push_back({.link = link_,
                         .kind = BotEvent::Kind::kFailure,
                         .verdict = Verdict::kDisconnect,
                         .detail = "left the table"});
      return;
    }
    events_.push_back({.link = link_,
                       .id = question.id,
                       .action = static_cast<std::uint32_t>(action->number())});
  }
}

void PersonLink::Collect(std::vector<BotEvent>& events) {
  std::move(events_.begin(), events_.end(), std::back_inserter(events));
  events_.clear();
}

}  // namespace couillon::arena
