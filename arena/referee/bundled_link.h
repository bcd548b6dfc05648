// What the links of all bots that run inside the referee have in common: they
// are ready at once and answer while they are asked.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "arena/referee/bot_link.h"
#include "engine/cards/action.h"
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
  [[nodiscard]] bool answers_at_once() const override { return true; }
  void Stop() override { answers_.clear(); }

 protected:
  // `rules` are those of the league, by index, and outlive the link.
  BundledLink(LinkIndex link, std::vector<const CompiledRules*> rules)
      : link_(link), rules_(std::move(rules)) {}

  // `rules` are those of the question.
  [[nodiscard]] virtual Action Decide(const CompiledRules& rules,
                                      const Question& question) = 0;

 private:
  LinkIndex link_;
  std::vector<const CompiledRules*> rules_;
  std::vector<BotEvent> answers_;
};

}  // namespace couillon::arena
