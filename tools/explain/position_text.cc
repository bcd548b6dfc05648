#include "tools/explain/position_text.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/str_format.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/play/deal_result.h"
#include "engine/rules/compiled_rules.h"
#include "tools/words/catalogue.h"
#include "tools/words/game_words.h"

namespace couillon::tools {
namespace {

std::string TakenText(const Position& position) {
  const DealResult result = position.Result();
  std::string text;
  for (std::size_t side = 0; side < position.rules().sides; ++side) {
    absl::StrAppendFormat(&text, "%sside %d has %d card points in %s",
                          side == 0 ? "Taken: " : ", ", side,
                          result.card_points[side],
                          InEnglish(Number(result.tricks[side]), "tricks"));
  }
  return text + "\n";
}

std::string DueText(const Position& position) {
  if (position.done()) return "The deal is over.\n";
  std::string text =
      absl::StrFormat("Due: seat %d", static_cast<int>(position.seat()));
  if (position.decider() != position.seat()) {
    absl::StrAppendFormat(&text, ", decided by seat %d",
                          static_cast<int>(position.decider()));
  }
  return text + " (" + std::string(PhaseName(position.phase())) + ")\n";
}

}  // namespace

std::string DescribeTrumps(const Position& position) {
  const std::optional<Suit> trump = position.trump();
  if (!trump) return "Trumps: not made yet\n";
  std::string text = "Trumps: " + InEnglish(SuitValue(*trump));
  if (position.maker() != kNoSeat) {
    absl::StrAppendFormat(
        &text, ", made by seat %d (side %d)",
        static_cast<int>(position.maker()),
        static_cast<int>(position.rules().SideOf(position.maker())));
  } else {
    text += ", made by nobody";
  }
  return text + "\n";
}

std::string DescribePosition(const Position& position) {
  const CompiledRules& rules = position.rules();
  std::string text =
      absl::StrFormat("%s, dealt by seat %d; all cards seen\n",
                      rules.ruleset.id, static_cast<int>(position.dealer()));
  text += DescribeTrumps(position);
  if (const std::vector<Card> exposed = position.Exposed(); !exposed.empty()) {
    text += "Turned up or shown:";
    for (const Card card : exposed) text += " " + FormatCard(card);
    text += "\n";
  }
  for (Seat seat = 0; seat < rules.players; ++seat) {
    absl::StrAppendFormat(
        &text, "  seat %d  side %d  %s\n", static_cast<int>(seat),
        static_cast<int>(rules.SideOf(seat)), FormatCards(position.hand(seat)));
  }
  if (position.trump()) text += TakenText(position);
  if (position.trump() && !position.done() && !position.trick().empty()) {
    absl::StrAppendFormat(&text, "On the table, led by seat %d:",
                          static_cast<int>(position.leader()));
    for (const Card card : position.trick()) text += " " + FormatCard(card);
    text += "\n";
  }
  return text + DueText(position);
}

std::string BySide(const Position& position, const SideValues& values) {
  std::string text;
  for (std::size_t side = 0; side < position.rules().sides; ++side) {
    absl::StrAppendFormat(&text, "%s%d", side == 0 ? "" : "-", values[side]);
  }
  return text;
}

std::string GamePointsText(const Position& position, const SideValues& values,
                           Side side) {
  if (position.rules().sides == 3) {
    return absl::StrFormat("%d/%d/%d", values[0], values[1], values[2]);
  }
  return absl::StrFormat("%+d", values[side]);
}

}  // namespace couillon::tools
