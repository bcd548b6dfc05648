// Puts the hands into lanes of the vector kernel (line_values.h) and takes
// minimum and maximum over the lines, player by player.

#include "engine/solve/last_three_tricks.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "engine/cards/card.h"
#include "engine/cards/check.h"
#include "engine/rules/ruleset.h"

namespace couillon {
namespace {

constexpr std::size_t kHand = ThreeTricks::kHand;
constexpr std::size_t kAllChoices = (std::size_t{1} << kHand) - 1;
constexpr auto kLegal = LegalByDutyClasses<kHand>();

using Bytes [[gnu::vector_size(16)]] = std::uint8_t;

Bytes Load(const std::uint8_t* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, sizeof(bytes));
  return bytes;
}

void Store(Bytes bytes, std::uint8_t* to) {
  std::memcpy(to, &bytes, sizeof(bytes));
}

constexpr std::array<std::uint8_t, 2> Steps(std::size_t choices,
                                            std::size_t step) {
  return {static_cast<std::uint8_t>(choices > 1 ? step : 0),
          static_cast<std::uint8_t>(choices > 2 ? 2 * step : 0)};
}

// By which cards of the other hands are legal.
constexpr LinesOfLead MakeLines(std::size_t legal) {
  LinesOfLead made;
  const auto has = [legal](std::size_t player, std::size_t card) {
    return (legal >> (kHand * player + card) & 1) != 0;
  };
  for (std::size_t d = 0; d < kHand; ++d) {
    for (std::size_t c = 0; c < kHand; ++c) {
      for (std::size_t b = 0; b < kHand; ++b) {
        if (!has(0, b) || !has(1, c) || !has(2, d)) continue;
        made.lines[made.count++] = static_cast<Line>(b << 2 | c << 4 | d << 6);
      }
    }
  }
  const auto choices = [legal](std::size_t player) -> std::size_t {
    return std::popcount(legal >> (kHand * player) & 7);
  };
  made.second = Steps(choices(0), 1);
  made.third = Steps(choices(1), choices(0));
  made.last = Steps(choices(2), choices(0) * choices(1));
  return made;
}

using LinesByLegal = std::array<LinesOfLead, std::size_t{1} << (3 * kHand)>;
constexpr LinesByLegal MakeAllLines() {
  LinesByLegal lines;
  for (std::size_t legal = 0; legal < lines.size(); ++legal) {
    lines[legal] = MakeLines(legal);
  }
  return lines;
}
constexpr LinesByLegal kLines = MakeAllLines();

// `lines` are those of `lead`, a choice of the leader.
void Add(std::size_t lead, const LinesOfLead& lines, LinesOfLeads& leads) {
  const Bytes choice = Bytes{} + static_cast<std::uint8_t>(lead);
  for (std::size_t i = 0; i < lines.lines.size(); i += sizeof(Bytes)) {
    Store(Load(&lines.lines[i]) | choice, &leads.lines[leads.count + i]);
  }
  leads.count += lines.count;
  leads.leads[leads.lead_count++] = &lines;
}

std::size_t Index(int label) { return static_cast<std::size_t>(label); }

// The labels of a hand, ascending.
using Labels = std::array<std::size_t, kHand>;
Labels LabelsOf(CardSet hand) {
  const std::uint32_t mask = hand.mask();
  return {Index(std::countr_zero(mask)),
          Index(std::countr_zero(mask & (mask - 1))),
          Index(31 - std::countl_zero(mask))};
}

// The cards of a hand that are in `some`, one bit each.
std::size_t ChoicesIn(std::uint32_t some, const Labels& labels) {
  return (some >> labels[0] & 1U) | (some >> labels[1] & 1U) << 1U |
         (some >> labels[2] & 1U) << 2U;
}

// In its suit, from 0 on.
std::size_t StrengthOf(const SearchTable& table, int label) {
  return Index(label - table.suit_begin[Index(label)]);
}

// As in ThreeTricks. Effective suits come from the lowest labels on, those of
// trumps last, and are no more than four.
std::uint8_t CodeOf(const SearchTable& table, int label) {
  const CardSet from_here(~std::uint32_t{0} << label << 1U);
  const std::size_t inverted = Index((table.lowest & from_here).size());
  const std::size_t trump = inverted == 0 ? 1 : 0;
  return static_cast<std::uint8_t>(trump << 7 | inverted << 5 |
                                   StrengthOf(table, label) << 2);
}

}  // namespace

bool LastThreeTricks::Knows(const CompiledRules& rules,
                            const SearchTable& table) {
  if (rules.players != kPlayers || rules.sides != 2 || rules.tricks < 3 ||
      rules.has_heading || rules.layout != Layout::kNone ||
      table.lowest.size() > 4) {
    return false;
  }
  for (int label = 0; label < kCards; ++label) {
    if (StrengthOf(table, label) > 7 || table.points[Index(label)] > 15) {
      return false;
    }
  }
  return true;
}

LastThreeTricks::LastThreeTricks(const CompiledRules& rules,
                                 const SearchTable& table,
                                 const LineTarget& target)
    : target_(target),
      may_ruff_(rules.ruleset.play.trump_when_able),
      must_ruff_(rules.ruleset.play.must_trump_when_void),
      points_(table.points),
      lowest_(table.lowest) {
  COUILLON_CHECK(Knows(rules, table));
  for (int label = 0; label < kCards; ++label) {
    codes_[Index(label)] = CodeOf(table, label);
    const auto first = points_.begin() + table.suit_begin[Index(label)];
    const auto last = points_.begin() + label;
    if (first != last && std::count(first, last, *last) == last - first) {
      repeats_.Add(Card(label));
    }
    const Duty& duty = table.table.duties[Index(label)];
    for (int other = 0; other < kCards; ++other) {
      classes_[Index(label)][Index(other)] = DutyClassOf(duty, Card(other));
    }
  }
}

int LastThreeTricks::PointsOf(const Hands& hands, bool ours, int left) const {
  ThreeTricks tricks;
  tricks.left = static_cast<std::uint8_t>(left);
  tricks.may_ruff = may_ruff_;
  tricks.must_ruff = must_ruff_;
  const CardSet rest = hands[0] | hands[1] | hands[2] | hands[3];
  const std::uint32_t gaps = ~(rest | lowest_).mask();
  std::array<Labels, kPlayers> labels;
  std::array<std::size_t, kPlayers> choices;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    labels[i] = LabelsOf(hands[i]);
    for (std::size_t card = 0; card < kHand; ++card) {
      tricks.codes[i][card] = codes_[labels[i][card]];
      tricks.points[i][card] = points_[labels[i][card]];
    }
    // Among neighbours with the same card points one is enough. The sum carries
    // each card over the gap above it to the next card in play.
    const std::uint32_t next = gaps + (hands[i].mask() << 1U);
    const std::uint32_t needless = next & repeats_.mask() & hands[i].mask();
    choices[i] = needless == 0 ? kAllChoices : ChoicesIn(~needless, labels[i]);
  }
  LinesOfLeads leads;
  for (std::size_t lead = 0; lead < kHand; ++lead) {
    if ((choices[0] >> lead & 1) == 0) continue;
    const DutyClasses& classes = classes_[labels[0][lead]];
    const auto legal = [&](std::size_t i) {
      const Labels& hand = labels[i];
      return kLegal[static_cast<std::size_t>(classes[hand[0]] |
                                             classes[hand[1]] << 3U |
                                             classes[hand[2]] << 6U)] &
             choices[i];
    };
    Add(lead, kLines[legal(1) | legal(2) << 3U | legal(3) << 6U], leads);
  }
  for (std::size_t i = 0; i < LinesOfLead::kRoom; i += sizeof(Bytes)) {
    Store(Bytes{}, &leads.lines[leads.count + i]);
  }
  const int points = target_.value(tricks, leads);
  return ours ? points : left - points;
}

}  // namespace couillon
