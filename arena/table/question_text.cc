// Calls, tricks and legal actions, in one line or several.

#include "arena/table/question_text.h"

#include <cstddef>
#include <span>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "proto/codec.h"

namespace couillon::arena {
namespace {

std::string LegalText(const Observation& seen) {
  std::string legal;
  for (const Action action : seen.legal) {
    legal += ' ' + FormatAction(action, seen.phase, seen.naming);
  }
  return legal;
}

// Formats each call as in the phase in which it was made. With an upcard, a
// card that was shown takes it; without one, the card names trumps.
std::string CallsText(const Observation& seen) {
  std::string text;
  for (const Call& call : seen.calls()) {
    const bool said_after =
        call.action.number() >= kSayMit.number();  // Mit', Kontra, Re
    absl::StrAppendFormat(
        &text, " %d:%s", static_cast<int>(call.seat),
        FormatAction(call.action, said_after ? Phase::kMit : Phase::kTrump,
                     !seen.upcard.has_value()));
  }
  return text;
}

void AppendTricks(const CompiledRules& rules, const Observation& seen,
                  std::string& text) {
  const std::span<const Card> played = seen.played();
  for (std::size_t trick = 0; trick < seen.leaders().size(); ++trick) {
    const std::size_t first = trick * rules.players;
    const bool under_way = trick + 1 == seen.leaders().size();
    absl::StrAppendFormat(&text, "%s seat %d leads:",
                          under_way ? "  this trick:" : "  trick:     ",
                          static_cast<int>(seen.leaders()[trick]));
    for (std::size_t i = first; i < played.size() && i < first + rules.players;
         ++i) {
      absl::StrAppend(&text, " ", FormatCard(played[i]));
    }
    text += '\n';
  }
}

}  // namespace

std::string ShortQuestionText(const Observation& seen) {
  return absl::StrFormat(
      "phase %s, seat %d, hand %s, legal%s", std::string(PhaseName(seen.phase)),
      static_cast<int>(seen.seat), FormatCards(seen.hand), LegalText(seen));
}

std::string QuestionText(const CompiledRules& rules, const Observation& seen) {
  std::string text = absl::StrFormat(
      "  phase:      %s\n  seat:       %d (dealer %d)\n",
      std::string(PhaseName(seen.phase)), static_cast<int>(seen.seat),
      static_cast<int>(seen.dealer));
  if (seen.decider != seen.seat) {
    absl::StrAppendFormat(&text, "  decided by: %d\n",
                          static_cast<int>(seen.decider));
  }
  absl::StrAppend(&text, "  hand:       ", FormatCards(seen.hand), "\n");
  for (std::size_t seat = 0; seat < rules.players; ++seat) {
    if (seen.open_cards[seat].empty()) continue;
    absl::StrAppendFormat(&text, "  open of %d:  %s\n", seat,
                          FormatCards(seen.open_cards[seat]));
  }
  if (seen.upcard) {
    absl::StrAppend(&text, "  upcard:     ", FormatCard(*seen.upcard), "\n");
  }
  if (seen.trump) {
    absl::StrAppendFormat(&text, "  trump:      %c", FormatSuit(*seen.trump));
    if (seen.maker != kNoSeat) {
      absl::StrAppendFormat(&text, ", made by %d",
                            static_cast<int>(seen.maker));
    }
    text += '\n';
  }
  if (!seen.calls().empty()) {
    absl::StrAppend(&text, "  said:      ", CallsText(seen), "\n");
  }
  AppendTricks(rules, seen, text);
  absl::StrAppend(&text, "  legal:     ", LegalText(seen), "\n");
  return text;
}

std::string AnswerText(const Observation& seen, std::uint32_t action) {
  if (action >= static_cast<std::uint32_t>(kActions)) {
    return absl::StrFormat("action %d, which does not exist", action);
  }
  return FormatAction(Action(static_cast<int>(action)), seen.phase,
                      seen.naming);
}

std::string SerializedQuestion(const CompiledRules& rules,
                               const Observation& seen) {
  v1::Decision decision;
  wire::WriteDecision(rules, seen, decision);
  return decision.SerializeAsString();
}

}  // namespace couillon::arena
