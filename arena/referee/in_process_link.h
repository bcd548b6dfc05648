// A bot that runs inside the referee, behind the same link as all others.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "arena/referee/bot_link.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Decides from the ruleset and what the seat sees; a pure function.
using DecideFunction =
    std::function<Action(const CompiledRules&, const Observation&)>;

class InProcessLink : public BotLink {
 public:
  // `rules` are those of the league, by index, and outlive the link.
  InProcessLink(LinkIndex link, DecideFunction decide,
                std::vector<const CompiledRules*> rules)
      : link_(link), decide_(std::move(decide)), rules_(std::move(rules)) {}

  void Start() override {
    answers_.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
  }
  [[nodiscard]] BotLimits limits() const override { return {}; }
  void Send(std::span<const Question> batch) override;
  void Collect(std::vector<BotEvent>& events) override;
  [[nodiscard]] bool answers_at_once() const override { return true; }
  void Stop() override { answers_.clear(); }

 private:
  LinkIndex link_;
  DecideFunction decide_;
  std::vector<const CompiledRules*> rules_;
  std::vector<BotEvent> answers_;
};

}  // namespace couillon::arena
