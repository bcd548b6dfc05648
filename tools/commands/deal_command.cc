// couillon deal: prints the hands of the deals of a seed.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/table/table.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/deal/pairing_seed.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/seed_file.h"

namespace couillon::tools {
namespace {

struct DealOptions {
  std::string ruleset;
  std::vector<std::string> seed;     // one text, or none
  std::vector<std::string> between;  // the names of two teams of equal size
  std::uint64_t from = 0;
  std::uint64_t count = 1;
  std::string format = "text";
};

// The cards of one player, in the order received.
struct DealtHand {
  Seat seat = 0;
  std::vector<Card> cards;
  std::vector<Card> face_down;  // cards under others in a layout
};

struct Distribution {
  std::uint64_t deal = 0;
  Seat dealer = 0;
  std::vector<DealtHand> hands;  // in turn order, from eldest
  std::vector<Card> talon;
  std::vector<Card> stock;  // the top card first
};

Distribution Distribute(const CompiledRules& rules, const Pack& pack,
                        std::uint64_t deal) {
  Distribution dealt;
  dealt.deal = deal;
  dealt.dealer = arena::Table::FirstDealer(rules, deal);
  CardSet given;
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    DealtHand hand;
    hand.seat = rules.FromEldest(dealt.dealer, static_cast<int>(turns));
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      const Card card = pack[rules.places[turns][i]];
      hand.cards.push_back(card);
      given.Add(card);
      if (rules.IsLaidOut(hand.seat) && rules.covered[turns][i]) {
        hand.face_down.push_back(card);
      }
    }
    dealt.hands.push_back(hand);
  }
  for (std::size_t place = 0; place < rules.pack_size; ++place) {
    if (given.Has(pack[place])) continue;
    const bool is_stock = rules.stock_size > 0 && place >= rules.stock_first;
    (is_stock ? dealt.stock : dealt.talon).push_back(pack[place]);
  }
  return dealt;
}

std::string Spaced(const std::vector<Card>& cards) {
  std::string text;
  for (const Card card : cards) {
    if (!text.empty()) text += ' ';
    text += FormatCard(card);
  }
  return text;
}

std::string ToText(const CompiledRules& rules, const Distribution& dealt) {
  std::string text =
      absl::StrFormat("Deal %d, %s, dealer seat %d\n", dealt.deal,
                      rules.ruleset.id, static_cast<int>(dealt.dealer));
  for (const DealtHand& hand : dealt.hands) {
    std::string role;
    if (hand.seat == rules.dummy) role = "dummy";
    if (hand.seat == dealt.hands.front().seat) role += " eldest";
    if (hand.seat == dealt.dealer) role += " dealer";
    if (!role.empty() && role.front() == ' ') role.erase(0, 1);
    text += absl::StrFormat(
        "  seat %d  side %d  %-13s %s\n", static_cast<int>(hand.seat),
        static_cast<int>(rules.SideOf(hand.seat)), role, Spaced(hand.cards));
    if (!hand.face_down.empty()) {
      text += absl::StrFormat("  %-29s %s\n", "  of these face down",
                              Spaced(hand.face_down));
    }
  }
  if (!dealt.talon.empty()) {
    text += absl::StrFormat("  %-29s %s\n", "talon", Spaced(dealt.talon));
  }
  if (!dealt.stock.empty()) {
    text += absl::StrFormat("  %-29s %s\n", "stock", Spaced(dealt.stock));
  }
  return text;
}

arena::Json CardList(const std::vector<Card>& cards) {
  arena::Json list = arena::Json::array();
  for (const Card card : cards) list.push_back(FormatCard(card));
  return list;
}

std::string ToJson(const CompiledRules& rules, const Distribution& dealt) {
  arena::Json hands = arena::Json::array();
  for (const DealtHand& hand : dealt.hands) {
    arena::Json entry;
    entry["seat"] = hand.seat;
    entry["side"] = rules.SideOf(hand.seat);
    entry["cards"] = CardList(hand.cards);
    entry["face_down"] = CardList(hand.face_down);
    hands.push_back(entry);
  }
  arena::Json object;
  object["ruleset"] = rules.ruleset.id;
  object["deal"] = dealt.deal;
  object["dealer"] = dealt.dealer;
  object["hands"] = hands;
  object["talon"] = CardList(dealt.talon);
  object["stock"] = CardList(dealt.stock);
  return object.dump(-1, ' ', false, arena::Json::error_handler_t::replace) +
         "\n";
}

// The deals of the seed, or of a pairing of a league with that seed.
absl::StatusOr<DealSource> SourceOf(const DealOptions& options,
                                    const CompiledRules& rules) {
  std::string seed;
  if (options.seed.front().starts_with('@')) {
    ASSIGN_OR_RETURN(std::string text,
                     ReadSeedFile(options.seed.front().substr(1)));
    seed = std::move(text);
  } else {
    seed = options.seed.front();
  }
  if (options.between.empty()) return DealSource(seed);
  if (options.between.size() == 3 && rules.sides == 3) {
    return DealSource(ThreeWaySeed(seed, rules.ruleset.id, options.between));
  }
  if (options.between.size() % 2 != 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--between: found %d names; expected two, two teams of as many, or "
        "three bots of a ruleset with three sides",
        options.between.size()));
  }
  const std::span<const std::string> names(options.between);
  const std::size_t team = names.size() / 2;
  return DealSource(PairingSeed(seed, rules.ruleset.id, names.first(team),
                                names.subspan(team)));
}

absl::Status PrintDeals(const DealOptions& options) {
  if (options.count > 1 &&
      options.count - 1 >
          std::numeric_limits<std::uint64_t>::max() - options.from) {
    return absl::InvalidArgumentError(
        "--from and --count go past the last deal");
  }
  ASSIGN_OR_RETURN(const CompiledRules rules, wire::FindRules(options.ruleset));
  ASSIGN_OR_RETURN(const DealSource deals, SourceOf(options, rules));
  const bool json = options.format == "json";
  for (std::uint64_t i = 0; i < options.count && std::cout; ++i) {
    const std::uint64_t deal = options.from + i;
    const Distribution dealt =
        Distribute(rules, deals.PackOf(rules.deck, deal), deal);
    if (!json && i > 0) std::cout << '\n';
    std::cout << (json ? ToJson(rules, dealt) : ToText(rules, dealt));
  }
  return absl::OkStatus();
}

}  // namespace

void AddDealCommand(CommandLine app) {
  CommandLine deal =
      app.AddSubcommand("deal", "Print the hands of the deals of a seed");
  deal.SetGroup("Rules and deals");
  deal.SetExamples("couillon deal fr --seed example",
                   "couillon deal basic-gerver --seed example --between "
                   "greedy random --from 10 --count 3 --format json");
  auto options = std::make_shared<DealOptions>();
  deal.AddOption("ruleset", options->ruleset,
                 "Id or file of a ruleset, then +SWITCH for each switch")
      .ValueName(kRulesetValue)
      .Required();
  Option seed = deal.AddOption("--seed", options->seed,
                               "Seed text that determines all deals");
  seed.Expected(1).Check(SeedProblem);
  deal.AddOption(
      "--between", options->between,
      "Two bots by name: the deals of their own that they play in a "
      "league with this seed (in an individual tournament: the names "
      "of one team in order of seat, then those of the other; in a "
      "three-way league: the three bots of a table)");
  deal.AddOption("--from", options->from, "First deal").ShowDefault();
  deal.AddOption("--count", options->count, "Number of deals").ShowDefault();
  deal.AddOption("--format", options->format,
                 "text, or json: one object per line")
      .OneOf({"text", "json"})
      .ShowDefault();
  deal.OnChosen([options]() -> int {
    if (!options->seed.empty()) {
      return ExitWith(PrintDeals(*options));
    }
    std::cerr << "--seed is required\n";
    return kExitUsage;
  });
}

}  // namespace couillon::tools
