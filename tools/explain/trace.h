// Deals as JSON lines, for audits and for other implementations of the rules:
// every decision with its legal actions, the result, and the score. All values
// come from the engine; nothing is computed here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// The policy that plays the traced deals.
enum class TracePolicy : std::uint8_t {
  kRandom,  // a uniformly random legal action, by DecisionSeed
  kFirst    // the legal action with the lowest number
};

// Writes deals of one seed under one ruleset. Not thread-safe.
class TraceWriter {
 public:
  // Requires: `rules` and `deals` outlive the writer.
  TraceWriter(const CompiledRules& rules, const DealSource& deals,
              TracePolicy policy);

  // Plays deal `index`, with seat `index` mod players as the dealer, and
  // appends it to `text` as one JSON object and a newline.
  void AppendDeal(std::uint64_t index, std::string& text) const;
  // The same for a pack made elsewhere.
  void AppendDeal(std::uint64_t index, const Pack& pack,
                  std::string& text) const;

 private:
  // Whether the action of a card plays it, names trumps or takes the upcard.
  enum Meaning : std::uint8_t { kPlays, kNames, kTakes, kMeanings };
  struct Words {
    std::array<std::string, kActions> of_action;      // in quotes
    std::array<std::uint8_t, kActions> alphabetical;  // action numbers
  };

  [[nodiscard]] const Words& WordsFor(const Position& position) const;
  [[nodiscard]] Action Choose(const Position& position, std::uint64_t index,
                              int ply) const;
  void AppendStep(const Position& position, Action action,
                  std::string& text) const;
  void AppendResult(const DealResult& result, std::string& text) const;
  void AppendScore(const DealResult& result, std::uint16_t bonus_before,
                   std::string& text) const;

  const CompiledRules& rules_;
  const DealSource& deals_;
  TracePolicy policy_;
  std::string opening_;  // of every line, up to the dealer
  std::array<Words, kMeanings> words_;
};

}  // namespace couillon::tools
