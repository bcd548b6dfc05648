#include "tools/explain/explain_rules.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/trump_order.h"
#include "tools/explain/explain_script.h"
#include "tools/explain/rule_words.h"

namespace couillon::tools {
namespace {

using Sentences = std::vector<std::string>;

// --- Players.

Sentences ExplainPlayers(const CompiledRules& rules) {
  const bool clockwise = rules.step > 0;
  Sentences said;
  if (rules.players == rules.sides) {
    said.push_back(absl::StrFormat("%s players, each for himself.",
                                   Capital(NumberWord(rules.players))));
  } else {
    const std::string size = NumberWord(rules.players / rules.sides);
    said.push_back(absl::StrFormat(
        "%s seats, %s sides of %s; the sides sit alternately round the table.",
        Capital(NumberWord(rules.players)), NumberWord(rules.sides), size));
  }
  said.push_back(absl::StrFormat(
      "Deal and play go round %s, to the %s-hand neighbour. The player after "
      "the dealer is called eldest.",
      clockwise ? "clockwise" : "anticlockwise", clockwise ? "left" : "right"));
  if (rules.layout == Layout::kDummy) {
    said.push_back(absl::StrFormat(
        "There is nobody on seat %d: it is a dummy, whose cards lie on the "
        "table. The player on seat %d, its partner, decides for it.",
        static_cast<int>(rules.dummy),
        static_cast<int>(rules.dummy_controller)));
  }
  return said;
}

// --- Cards.

std::string ExplainPack(const CompiledRules& rules) {
  const TableRules& table = rules.ruleset.table;
  std::vector<std::string> ranks;
  ranks.reserve(table.ranks.size());
  for (const Rank rank : table.ranks) ranks.push_back(RankName(rank));
  std::string said = absl::StrFormat(
      "%d cards. In every suit they rank, from the highest, %s.",
      static_cast<int>(rules.pack_size), absl::StrJoin(ranks, ", "));
  if (!table.removed.empty()) {
    std::vector<std::string> removed;
    for (const Card card : table.removed) removed.push_back(CardName(card));
    absl::StrAppend(&said, " ", Capital(ListOf(removed)),
                    removed.size() == 1 ? " is" : " are", " left out.");
  }
  return said;
}

std::string ExplainCardPoints(const CompiledRules& rules) {
  const TableRules& table = rules.ruleset.table;
  std::vector<std::string> worth;
  bool blanks = false;
  for (std::size_t i = 0; i < table.ranks.size(); ++i) {
    if (table.card_points[i] == 0) {
      blanks = true;
      continue;
    }
    const Rank rank = table.ranks[i];
    const bool vowel = rank == Rank::kAce || rank == Rank::kEight;
    worth.push_back(absl::StrFormat("%s %s %d", vowel ? "an" : "a",
                                    RankName(rank), table.card_points[i]));
  }
  int total = 0;
  for (const Card card : rules.deck) {
    total += rules.card_points[static_cast<std::size_t>(card.index())];
  }
  if (worth.empty()) return "No card is worth card points.";
  return absl::StrFormat("Card points: %s%s. The whole pack holds %d.",
                         ListOf(worth), blanks ? ", all others nothing" : "",
                         total);
}

// Explains the order of trumps if it differs from that of other suits.
void ExplainTrumpOrder(const CompiledRules& rules, Sentences& said) {
  const SpecialRules& special = rules.ruleset.special;
  if (special.permanent_trumps.empty() && !special.mit) {
    said.push_back("Trumps keep this order and beat all other cards.");
    return;
  }
  const std::string top = RankName(rules.ruleset.table.ranks.front());
  if (!special.permanent_trumps.empty()) {
    std::vector<std::string> cards;
    cards.reserve(special.permanent_trumps.size());
    for (const Card card : special.permanent_trumps) {
      cards.push_back(CardName(card));
    }
    said.push_back(absl::StrFormat(
        "Always trumps, whatever the trump suit, just below the %s of trumps "
        "and in this order: %s. They do not belong to the suit printed on "
        "them.",
        top, ListOf(cards)));
  }
  if (special.mit) {
    said.push_back(absl::StrFormat(
        "The Mit' is %s. Declared, it is the second highest trump, below the "
        "%s of trumps alone, and leaves its suit; undeclared, it is a card "
        "like any other.",
        CardName(special.mit->card), top));
  }
  for (int suit = kSuits - 1; suit >= 0; --suit) {
    const TrumpOrder order = OrderOfTrumps(
        rules.ruleset, static_cast<Suit>(suit), special.mit.has_value());
    std::vector<std::string> cards;
    cards.reserve(static_cast<std::size_t>(order.count));
    for (int i = 0; i < order.count; ++i) {
      cards.push_back(FormatCard(order.cards[static_cast<std::size_t>(i)]));
    }
    said.push_back(absl::StrFormat("%s as trumps%s: %s.",
                                   Capital(SuitName(static_cast<Suit>(suit))),
                                   special.mit ? " with the Mit' declared" : "",
                                   absl::StrJoin(cards, " ")));
  }
}

Sentences ExplainCards(const CompiledRules& rules) {
  Sentences said = {ExplainPack(rules), ExplainCardPoints(rules)};
  ExplainTrumpOrder(rules, said);
  return said;
}

// --- Announcements.

std::string ExplainMitWindow(MitWindow window) {
  switch (window) {
    case MitWindow::kPreLead:
      return "He is asked once, before the first lead, and cannot do it later.";
    case MitWindow::kOpen:
      return "He may do it before any card of the first trick, up to his own.";
    case MitWindow::kOwnTurn:
      break;
  }
  return "He is asked once, when he is about to play to the first trick.";
}

Sentences ExplainAnnouncements(const CompiledRules& rules) {
  const std::optional<MitRules>& mit = rules.ruleset.special.mit;
  if (!mit) return {};
  Sentences said = {absl::StrCat("Whoever holds ", CardName(mit->card),
                                 " may declare it as the Mit'. ",
                                 ExplainMitWindow(mit->window),
                                 " If he keeps silent, nobody learns of it.")};
  if (mit->kontra) {
    said.push_back(
        "Once the Mit' is declared, each opponent in turn, from the player "
        "after the declarer, may say Kontra; the first one ends the round.");
  } else {
    said.push_back("There is no Kontra.");
  }
  if (mit->re) {
    said.push_back(
        "After a Kontra each player of the declaring side in turn, from the "
        "declarer, may say Re; the first one ends the round.");
  } else if (mit->kontra) {
    said.push_back("There is no Re.");
  }
  return said;
}

// --- Play.

std::string ExplainHead(Head head, const char* led) {
  if (head == Head::kBest) {
    return absl::StrFormat(
        " He must beat the best card of the trick so far if he can%s.", led);
  }
  if (head == Head::kPrevious) {
    return " If the card played just before his is of the suit led, he must "
           "beat that one if he can.";
  }
  return " He need not beat any card.";
}

std::string ExplainVoid(const PlayRules& play) {
  if (!play.must_trump_when_void) {
    return "A player without the suit led may play any card.";
  }
  return absl::StrCat("A player without the suit led must trump if he can",
                      play.must_overtrump
                          ? ", and if the trick has been trumped already he "
                            "must overtrump if he can, else play a lower trump"
                          : "; he need not overtrump",
                      ". Without a trump he may play any card.");
}

// Explains which cards may be played to the lead of a plain suit.
void ExplainPlainLead(const PlayRules& play, Sentences& said) {
  said.push_back(absl::StrCat(
      play.trump_when_able
          ? "When another suit is led, a player who holds it may either follow "
            "suit or trump."
          : "When another suit is led, a player who holds it must follow suit.",
      play.trump_when_able && play.head_plain != Head::kNone ? " If he follows:"
                                                             : "",
      ExplainHead(play.head_plain, ", unless that is a trump")));
  if (play.must_overtrump && play.trump_when_able) {
    said.push_back(
        "If he trumps a trick that has been trumped already, he must "
        "overtrump if he can.");
  }
  said.push_back(ExplainVoid(play));
}

Sentences ExplainPlay(const CompiledRules& rules) {
  const PlayRules& play = rules.ruleset.play;
  Sentences said = {
      rules.lead_maker
          ? "The maker leads to the first trick (eldest, if there is none); "
            "whoever takes a trick leads to the next."
          : "Eldest leads to the first trick; whoever takes a trick leads to "
            "the next.",
      "The highest trump takes the trick; if there is none, the highest card "
      "of the suit led. Everybody plays one card to a trick."};
  if (play.free_while_stock) {
    said.push_back(
        "While there are cards in the stock any card may be played. The "
        "duties that follow hold once it is used up.");
  }
  said.push_back(absl::StrCat(
      "When trumps are led, everybody who has a trump must play one.",
      ExplainHead(play.head_trump, "")));
  ExplainPlainLead(play, said);
  return said;
}

// --- Scoring.

void ExplainWinning(const CompiledRules& rules, Sentences& said) {
  const ScoringRules& scoring = rules.ruleset.scoring;
  const std::string unit = UnitName(scoring);
  said.push_back(absl::StrFormat(
      "The %s with the most card points in its tricks wins the deal and "
      "erases %s.",
      rules.players == rules.sides ? "player" : "side",
      Count(scoring.win, unit)));
  std::vector<std::string> extras;
  const auto add = [&extras, &unit](int units, const char* why) {
    if (units > 0) extras.push_back(Count(units, unit) + " more " + why);
  };
  add(scoring.vole, "if they took every trick");
  if (rules.ruleset.special.mit) {
    add(scoring.mit, "if the Mit' was declared, by whichever side");
    if (rules.ruleset.special.mit->kontra) {
      add(scoring.kontra, "after a Kontra");
    }
    if (rules.ruleset.special.mit->re) add(scoring.re, "after a Re");
  }
  if (!extras.empty()) {
    said.push_back(absl::StrFormat("The winners erase %s.", ListOf(extras)));
  }
  if (scoring.makers_must_exceed > 0) {
    said.push_back(absl::StrFormat(
        "Makers win only with more than %d card points. With the most of all, "
        "but no more than that, nobody erases or adds anything, and a carry "
        "stays.",
        scoring.makers_must_exceed));
  }
}

void ExplainMakerLoss(const CompiledRules& rules, Sentences& said) {
  const ScoringRules& scoring = rules.ruleset.scoring;
  const std::string unit = UnitName(scoring);
  std::string mark;
  if (scoring.penalty_mark == PenaltyMark::kBoucle) {
    mark = ", each drawn as a boucle (a loop) on a line and erased before it";
  }
  std::string loss = absl::StrFormat(
      "Makers who lose %s%s.",
      scoring.maker_loss == 0 ? std::string("add nothing")
                              : "add " + Count(scoring.maker_loss, unit),
      scoring.maker_loss == 0 ? "" : mark);
  if (rules.ruleset.special.mit &&
      scoring.maker_loss_if_mit != scoring.maker_loss) {
    absl::StrAppend(&loss, " If they had declared the Mit' themselves, it is ",
                    Count(scoring.maker_loss_if_mit, unit), ".");
  }
  said.push_back(loss);
}

std::string ExplainCarry(const ScoringRules& scoring) {
  const char* after = scoring.bonus_on_tie && scoring.bonus_on_abandon
                          ? "a tie or a deal thrown in"
                      : scoring.bonus_on_tie ? "a tie"
                                             : "a deal thrown in";
  return absl::StrFormat("After %s the next winners erase %s more. %s%s", after,
                         Count(scoring.bonus_units, UnitName(scoring)),
                         scoring.bonus_accumulates
                             ? "Several such deals in a row add up."
                             : "Several such deals in a row still count once.",
                         scoring.bonus_adds_penalty
                             ? " Makers who lose that deal add as much on top."
                             : " What losing makers add stays the same.");
}

void ExplainTie(const ScoringRules& scoring, Sentences& said) {
  const std::string unit = UnitName(scoring);
  std::vector<std::string> parts;
  if (scoring.tie_both > 0) {
    parts.push_back("every side erases " + Count(scoring.tie_both, unit));
  }
  if (scoring.maker_loss_on_tie > 0) {
    parts.push_back("makers add " + Count(scoring.maker_loss_on_tie, unit));
  }
  said.push_back(absl::StrFormat(
      "When the most card points are shared, the deal is a tie: %s.",
      parts.empty() ? "nobody erases or adds anything" : ListOf(parts)));
  if (scoring.bonus_on_tie || scoring.bonus_on_abandon) {
    said.push_back(ExplainCarry(scoring));
  } else {
    said.push_back("Nothing is carried over to the next deal.");
  }
}

Sentences ExplainScoring(const CompiledRules& rules) {
  Sentences said;
  ExplainWinning(rules, said);
  ExplainMakerLoss(rules, said);
  ExplainTie(rules.ruleset.scoring, said);
  return said;
}

// --- Match.

std::string ExplainTargets(const Ruleset& ruleset) {
  const MatchRules& match = ruleset.match;
  const std::string unit = UnitName(ruleset.scoring);
  const bool same =
      std::all_of(match.targets.begin(), match.targets.end(),
                  [&match](int target) { return target == match.targets[0]; });
  if (match.fixed_deals > 0) {
    return absl::StrFormat(
        "Each side starts with %s to erase. The match has %s, whatever the "
        "score; then the side with fewest left comes first.",
        Count(match.targets[0], unit), Count(match.fixed_deals, "deal"));
  }
  if (match.cows_to_win == 1) {
    return absl::StrFormat(
        "Each side starts with %s to erase. The first to have none left wins "
        "the match.",
        Count(match.targets[0], unit));
  }
  std::string said =
      absl::StrFormat("The match is won by the first side with %s. ",
                      Count(match.cows_to_win, "cow"));
  if (same) {
    absl::StrAppend(&said, "For each cow both sides start with ",
                    Count(match.targets[0], unit), " to erase");
  } else {
    std::vector<std::string> cows;
    cows.reserve(match.targets.size());
    for (std::size_t i = 0; i < match.targets.size(); ++i) {
      cows.push_back(absl::StrFormat("%s in the %s",
                                     Count(match.targets[i], unit),
                                     OrdinalWord(static_cast<int>(i) + 1)));
    }
    absl::StrAppend(&said, "Cow by cow both sides start afresh with ",
                    ListOf(cows), " and any later one");
  }
  return said + "; the first to have none left takes the cow.";
}

Sentences ExplainMatch(const CompiledRules& rules) {
  const MatchRules& match = rules.ruleset.match;
  Sentences said = {ExplainTargets(rules.ruleset)};
  if (match.max_deals > 0 && match.fixed_deals == 0) {
    said.push_back(absl::StrFormat(
        "After %s at the latest the match stops: the side %s has won, and "
        "nobody if they are equal.",
        Count(match.max_deals, "deal"),
        match.max_deals_winner == MaxDealsWinner::kMostErased
            ? "that has erased most in all"
            : "with fewest left"));
  }
  said.push_back(match.clamp_at_zero
                     ? "Nobody can erase more than he has left."
                     : "A score may go below zero and stays there.");
  std::vector<std::string> again;
  if (match.same_dealer_after_tie) again.emplace_back("a tie");
  if (match.same_dealer_after_abandon) {
    again.emplace_back("a deal that was thrown in");
  }
  said.push_back(absl::StrCat(
      "The next player in turn deals next",
      again.empty() ? "."
                    : ", but after " + absl::StrJoin(again, " or ") +
                          " the same dealer deals again."));
  return said;
}

}  // namespace

std::vector<ExplainedSection> ExplainRules(const CompiledRules& rules) {
  std::vector<ExplainedSection> sections = {
      {"Players", ExplainPlayers(rules)},
      {"Cards", ExplainCards(rules)},
      {"Deal and trumps", ExplainScript(rules)},
      {"Announcements", ExplainAnnouncements(rules)},
      {"Play", ExplainPlay(rules)},
      {"Scoring", ExplainScoring(rules)},
      {"Match", ExplainMatch(rules)}};
  std::erase_if(sections, [](const ExplainedSection& section) {
    return section.sentences.empty();
  });
  return sections;
}

}  // namespace couillon::tools
