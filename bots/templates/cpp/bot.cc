// {{name}}: a minimal bot. engine/play/observation.h of couillon lists
// what an observation has.
#include <iostream>

#include "bots/cpp/bot_server.h"
#include "bots/cpp/random.h"

namespace {

using couillon::Action;
using couillon::Card;

class Bot final : public couillon::bots::Strategy {
 public:
  // Returns one of `seen.legal`; decides from its arguments and nothing else.
  Action Decide(const couillon::CompiledRules& rules,
                const couillon::Observation& seen) override {
    const bool leading =
        seen.played().size() % rules.players == 0 && !seen.leaders().empty();
    if (seen.phase == couillon::Phase::kPlay && leading) {
      Card highest = *seen.legal.cards().begin();
      for (const Card card : seen.legal.cards()) {
        if (card.rank() > highest.rank()) highest = card;
      }
      return Action::OfCard(highest);
    }
    couillon::bots::Random random(seen.random_seed);
    const auto actions = static_cast<std::uint64_t>(seen.legal.size());
    return seen.legal.Nth(static_cast<int>(random.Below(actions)));
  }
};

}  // namespace

int main() {
  Bot bot;
  const auto status =
      couillon::bots::ServeBot({.name = "{{name}}", .version = "1"}, bot);
  if (status.ok()) return 0;
  std::cerr << "{{name}}: " << status.message() << '\n';
  return 1;
}
