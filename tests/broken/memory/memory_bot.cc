#include "tests/broken/memory/memory_bot.h"

#include <utility>

#include "bots/cpp/greedy.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "tests/broken/memory/channel.h"
#include "tests/broken/memory/deal_facts.h"
#include "tests/broken/memory/notebook.h"
#include "tests/broken/memory/playout_choice.h"
#include "tests/broken/memory/signalling_bot.h"

namespace couillon::bots::broken {
namespace {

class MemoryBot final : public Strategy {
 public:
  // `channel`: null if the process only remembers.
  MemoryBot(Links links, std::unique_ptr<Channel> channel)
      : links_(links), channel_(std::move(channel)) {}

  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override {
    const Action usual = greedy_.Decide(rules, observation);
    if (!AreCovered(rules)) return usual;
    const Sighting now = See(rules, observation);
    Share(rules, now);
    const DealFacts known = notebook_.Read(rules, now, links_);
    if (known == now.facts) return usual;
    const auto any = [](const Position& /*deal*/) { return true; };
    return ChooseByPlayouts(rules, observation, known, any).value_or(usual);
  }

 private:
  void Share(const CompiledRules& rules, const Sighting& now) {
    notebook_.Write(rules, now);
    if (channel_ == nullptr) return;
    channel_->Tell(now);
    for (const Sighting& heard : channel_->Hear()) {
      notebook_.Write(rules, heard);
    }
  }

  Links links_;
  std::unique_ptr<Channel> channel_;
  Notebook notebook_;
  Greedy greedy_;
};

constexpr Links kAllLinks = {
    .by_hand = true, .by_partner = true, .by_other_side = true};

std::unique_ptr<Strategy> Remembering(Links links) {
  return std::make_unique<MemoryBot>(links, nullptr);
}

std::unique_ptr<Strategy> Telling(std::unique_ptr<Channel> channel) {
  return std::make_unique<MemoryBot>(kAllLinks, std::move(channel));
}

}  // namespace

std::unique_ptr<Strategy> MakeMemoryBot(const std::string& fault,
                                        const MemoryBotPlace& place) {
  if (fault == "remembers-deals") return Remembering({.by_hand = true});
  if (fault == "remembers-partner") return Remembering({.by_partner = true});
  if (fault == "remembers-seating") {
    return Remembering({.by_other_side = true});
  }
  if (fault == "tells-by-file") return Telling(MakeFileChannel(place.socket));
  if (fault == "tells-by-network") {
    return Telling(MakeNetworkChannel(place.socket));
  }
  if (fault == "tells-by-counter") return Telling(MakeCounterChannel());
  if (fault == "tells-by-time-of-answer") {
    return MakeSignallingBot(place.window_us);
  }
  return nullptr;
}

}  // namespace couillon::bots::broken
