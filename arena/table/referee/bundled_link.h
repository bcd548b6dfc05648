// The common part of the links of bots inside the referee: they are ready at
// once and answer while they are asked. The referee calls Decide(); Send() and
// Collect() are for those that treat all links alike.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class BundledLink : public BotLink {
 public:
  void Start() override {
    answers_.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
  }
  [[nodiscard]] BotLimits limits() const override { return {}; }
  void Send(std::span<const Question> batch) override;
  void Collect(std::vector<BotEvent>& events) override;
  [[nodiscard]] BundledLink* bundled() override { return this; }
  void Stop() override { answers_.clear(); }

  // The bot's action, unchecked. `ruleset` is an index in the league.
  // `position` is the whole deal, in true suits, for a bot that sees all cards,
  // and null for all others.
  [[nodiscard]] virtual bool sees_all_cards() const { return false; }
  [[nodiscard]] virtual Action Decide(int ruleset, const Observation& seen,
                                      const Position* position) = 0;

 protected:
  // `rules` are those of the league, by index, and outlive the link.
  BundledLink(LinkIndex link, std::vector<const CompiledRules*> rules)
      : link_(link), rules_(std::move(rules)) {}

  [[nodiscard]] const CompiledRules& RulesOf(int ruleset) const {
    return *rules_[static_cast<std::size_t>(ruleset)];
  }

 private:
  LinkIndex link_;
  std::vector<const CompiledRules*> rules_;
  std::vector<BotEvent> answers_;
};

}  // namespace couillon::arena
