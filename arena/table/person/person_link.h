// A person behind the same link as every bot: each decision is put to them, and
// their answer comes back at once.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Puts one decision to the person. Returns one of seen.legal; nullopt if the
// person leaves.
using AskPerson = std::function<std::optional<Action>(
    const CompiledRules& rules, const Observation& seen)>;

class PersonLink final : public BotLink {
 public:
  // `rules` outlive the link.
  PersonLink(LinkIndex link, const CompiledRules& rules, AskPerson ask)
      : link_(link), rules_(&rules), ask_(std::move(ask)) {}

  void Start() override {
    events_.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
  }
  [[nodiscard]] BotLimits limits() const override {
    return {.max_batch = 1, .max_in_flight = 1};
  }
  // Waits for the person. If they leave, the event is kFailure, kDisconnect.
  void Send(std::span<const Question> batch) override;
  void Collect(std::vector<BotEvent>& events) override;
  void Stop() override { events_.clear(); }

 private:
  LinkIndex link_;
  const CompiledRules* rules_;
  AskPerson ask_;
  std::vector<BotEvent> events_;
};

}  // namespace couillon::arena
