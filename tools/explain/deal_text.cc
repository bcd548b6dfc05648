#include "tools/explain/deal_text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/cards/action.h"
#include "engine/cards/notation.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {
namespace {

// Writes a deal while it is replayed.
class HandWriter {
 public:
  HandWriter(const CompiledRules& rules, const Pack& pack, Seat dealer,
             const std::vector<std::string>& names)
      : rules_(rules), position_(rules, pack, dealer), names_(names) {}

  absl::Status Play(std::string_view actions) {
    WriteHands();
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const Action action(static_cast<unsigned char>(actions[i]));
      if (position_.done() || action.number() >= kActions ||
          !position_.LegalActions().Has(action)) {
        return absl::InvalidArgumentError(
            absl::StrFormat("action %d of the deal (number %d) is not legal", i,
                            action.number()));
      }
      Write(action);
      position_.Apply(action);
      WriteTrickIfFinished();
    }
    return absl::OkStatus();
  }

  void WriteScore(std::uint16_t bonus) {
    if (!position_.done()) {
      absl::StrAppend(&text_, "(the deal was not played out)\n");
      return;
    }
    const DealResult result = position_.Result();
    const DealScore score = ScoreDeal(rules_.ruleset, result, bonus);
    if (result.abandoned) absl::StrAppend(&text_, "Abandoned.\n");
    for (std::size_t side = 0; side < rules_.sides; ++side) {
      absl::StrAppendFormat(
          &text_, "Side %d: %d card points in %d tricks, erases %d, adds %d\n",
          side, result.card_points[side], result.tricks[side],
          score.erase[side], score.add[side]);
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
    if (seat >= names_.size()) return number;
    return absl::StrFormat("%s (%s)", number, names_[seat]);
  }

  void WriteHands() {
    absl::StrAppendFormat(&text_, "%s, dealt by %s\n", rules_.ruleset.id,
                          Name(position_.dealer()));
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      absl::StrAppendFormat(&text_, "  %-24s %s\n", Name(seat),
                            FormatCards(position_.StartingHand(seat)));
    }
  }

  void Write(Action action) {
    const Phase phase = position_.phase();
    if (phase == Phase::kPlay) {
      if (trick_.empty()) {
        trick_ = absl::StrFormat("  %-24s", Name(position_.seat()));
      }
      absl::StrAppend(&trick_, " ", FormatCard(action.card()));
      ++cards_;
      return;
    }
    absl::StrAppendFormat(&text_, "  %s: %s\n", Name(position_.seat()),
                          FormatAction(action, phase, position_.naming()));
  }

  void WriteTrickIfFinished() {
    if (cards_ < rules_.players) return;
    cards_ = 0;
    const DealResult result = position_.Result();
    absl::StrAppendFormat(&text_, "%s", trick_);
    trick_.clear();
    std::string points;
    for (std::size_t side = 0; side < rules_.sides; ++side) {
      absl::StrAppendFormat(&points, "%s%d", side == 0 ? "" : "-",
                            result.card_points[side]);
    }
    absl::StrAppendFormat(&text_, "   %s\n", points);
  }

  const CompiledRules& rules_;
  Position position_;
  const std::vector<std::string>& names_;
  std::string text_;
  std::string trick_;
  int cards_ = 0;  // of the trick under way
};

}  // namespace

absl::StatusOr<std::string> DescribeDeal(
    const CompiledRules& rules, const Pack& pack, Seat dealer,
    std::string_view actions, std::uint16_t bonus,
    const std::vector<std::string>& names) {
  HandWriter writer(rules, pack, dealer, names);
  absl::Status status = writer.Play(actions);
  if (!status.ok()) return status;
  writer.WriteScore(bonus);
  return writer.Take();
}

}  // namespace couillon::tools
