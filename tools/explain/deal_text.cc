#include "tools/explain/deal_text.h"

#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/play/deal_result.h"
#include "tools/explain/position_text.h"

namespace couillon::tools {
namespace {

// Writes a deal while it is replayed.
class DealWriter {
 public:
  DealWriter(const Position& position, const DealTextOptions& options)
      : rules_(position.rules()), position_(position), options_(options) {
    if (!position.trump() || position.done()) return;
    for (const Card card : position.trick()) AddToTrick(card);
  }

  void WriteHands() {
    absl::StrAppendFormat(&text_, "%s, dealt by %s\n", rules_.ruleset.id,
                          Name(position_.dealer()));
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      absl::StrAppendFormat(&text_, "  %-24s %s\n", Name(seat),
                            FormatCards(position_.StartingHand(seat)));
    }
    WriteExposed(0);
    if (position_.trump()) WriteTrumps();
  }

  absl::Status Play(std::span<const Action> actions) {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const Action action = actions[i];
      if (position_.done() || action.number() >= kActions ||
          !position_.LegalActions().Has(action)) {
        return absl::InvalidArgumentError(
            absl::StrFormat("action %d of the deal (number %d) is not legal", i,
                            action.number()));
      }
      AddNote(action);
      Write(action);
      Apply(action);
    }
    FlushNotes();
    return absl::OkStatus();
  }

  void WriteScore() {
    if (!position_.done()) {
      absl::StrAppend(&text_, "(the deal was not played out)\n");
      return;
    }
    const DealResult result = position_.Result();
    const DealScore score = ScoreDeal(rules_.ruleset, result, options_.carry);
    if (result.abandoned) absl::StrAppend(&text_, "Abandoned.\n");
    for (std::size_t side = 0; side < rules_.sides; ++side) {
      absl::StrAppendFormat(
          &text_, "Side %d: %d card points in %d trick%s, erases %d, adds %d\n",
          side, result.card_points[side], result.tricks[side],
          result.tricks[side] == 1 ? "" : "s", score.erase[side],
          score.add[side]);
    }
    if (score.tie) absl::StrAppend(&text_, "A tie.\n");
    if (score.bonus_after > 0) {
      absl::StrAppendFormat(&text_, "Carried to the next winners: %d\n",
                            score.bonus_after);
    }
  }

  [[nodiscard]] std::string Take() { return std::move(text_); }

 private:
  [[nodiscard]] std::string Name(Seat seat) const {
    std::string number = absl::StrFormat("seat %d", seat);
    if (seat >= options_.names.size()) return number;
    return absl::StrFormat("%s (%s)", number, options_.names[seat]);
  }

  // Writes the cards turned up or shown, but for the first `known`.
  void WriteExposed(std::size_t known) {
    const std::vector<Card> exposed = position_.Exposed();
    if (exposed.size() <= known) return;
    text_ += "  Turned up or shown:";
    for (; known < exposed.size(); ++known) {
      text_ += " " + FormatCard(exposed[known]);
    }
    text_ += "\n";
  }

  void WriteTrumps() { text_ += "  " + DescribeTrumps(position_); }

  void AddNote(Action action) {
    if (!options_.note) return;
    const std::string note = options_.note(position_, action);
    if (note.empty()) return;
    absl::StrAppendFormat(
        &notes_, "      %s %s: %s\n", Name(position_.seat()),
        FormatAction(action, position_.phase(), position_.naming()), note);
  }

  // Notes on cards follow their trick.
  void FlushNotes() {
    absl::StrAppend(&text_, notes_);
    notes_.clear();
  }

  void AddToTrick(Card card) {
    if (trick_.empty()) {
      trick_ = absl::StrFormat("  %-24s", Name(position_.leader()));
    }
    absl::StrAppend(&trick_, " ", FormatCard(card));
  }

  void Write(Action action) {
    const Phase phase = position_.phase();
    if (phase == Phase::kPlay) {
      AddToTrick(action.card());
      return;
    }
    absl::StrAppendFormat(&text_, "  %s: %s\n", Name(position_.seat()),
                          FormatAction(action, phase, position_.naming()));
    if (trick_.empty()) FlushNotes();
  }

  void Apply(Action action) {
    const bool made = position_.trump().has_value();
    const int tricks = position_.tricks_left();
    const DealResult before = position_.Result();
    const std::size_t exposed = position_.Exposed().size();
    position_.Apply(action);
    if (position_.tricks_left() < tricks) WriteTrick(before);
    if (made) return;
    WriteExposed(exposed);
    if (position_.trump()) WriteTrumps();
  }

  // Writes the trick just finished and who took it; `before`: the result
  // without it.
  void WriteTrick(const DealResult& before) {
    const DealResult result = position_.Result();
    std::string points;
    Side winner = 0;
    for (Side side = 0; side < rules_.sides; ++side) {
      if (result.tricks[side] > before.tricks[side]) winner = side;
      absl::StrAppendFormat(&points, "%s%d", side == 0 ? "" : "-",
                            result.card_points[side]);
    }
    // The winner leads the next trick; after the last only the side is known.
    const std::string taker =
        position_.done()
            ? absl::StrFormat("side %d", static_cast<int>(winner))
            : absl::StrFormat("seat %d", static_cast<int>(position_.leader()));
    absl::StrAppendFormat(&text_, "%s   %s takes it, %s\n", trick_, taker,
                          points);
    trick_.clear();
    FlushNotes();
  }

  const CompiledRules& rules_;
  Position position_;
  const DealTextOptions& options_;
  std::string text_;
  std::string trick_;  // the cards of the trick under way
  std::string notes_;  // on the decisions of that trick
};

}  // namespace

absl::StatusOr<std::string> DescribeDeal(const CompiledRules& rules,
                                         const DealScript& deal,
                                         const DealTextOptions& options) {
  DealWriter writer(Position(rules, deal.pack, deal.dealer), options);
  writer.WriteHands();
  RETURN_IF_ERROR(writer.Play(deal.actions));
  writer.WriteScore();
  return writer.Take();
}

absl::StatusOr<std::string> DescribeActions(const Position& position,
                                            std::span<const Action> actions,
                                            const DealTextOptions& options) {
  DealWriter writer(position, options);
  RETURN_IF_ERROR(writer.Play(actions));
  writer.WriteScore();
  return writer.Take();
}

}  // namespace couillon::tools
