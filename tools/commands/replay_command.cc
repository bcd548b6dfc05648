// couillon replay: prints one recorded deal or match of a league.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/front/page/deals_of_page.h"
#include "arena/front/page/page_source.h"
#include "arena/front/page/report_page.h"
#include "arena/front/replay/deals_json.h"
#include "arena/league/records/league_records.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/league_store.h"
#include "arena/measure/analysis/ask_again.h"
#include "arena/measure/analysis/deal_analysis.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/bot_names.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/round_results.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/table/team_bots.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"
#include "proto/nearest_name.h"
#include "tools/commands/shared/command.h"
#include "tools/explain/deal_text.h"
#include "tools/explain/sampled_positions.h"
#include "tools/explain/value_notes.h"
#include "tools/options/command_line.h"
#include "tools/options/launch_options.h"
#include "tools/options/process_options.h"
#include "tools/program/output_file.h"

namespace couillon::tools {
namespace {

struct ReplayOptions {
  std::string directory;
  std::string ruleset;  // empty: the first
  std::vector<std::string> bots;
  std::uint64_t item = 0;
  int seating = 0;
  bool record = false;  // ask the bots again
  StoredBotOptions stored_bots;
  bool values = false;
  int samples = 0;
  std::string format = "text";
  std::string out;  // of a page; empty: stdout
};

// -1 if no bot has that name.
int IndexOf(const v1::LeagueConfig& config, const std::string& name) {
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (config.bots(bot).name() == name) return bot;
  }
  return -1;
}

// Whether the bots of these names are at the table; if they are all bots of two
// teams, the first half of them as partners.
bool HasBots(const arena::Unit& unit, const v1::LeagueConfig& config,
             const std::vector<std::string>& names) {
  std::vector<std::optional<arena::Team>> teams;
  for (const std::string& name : names) {
    const int bot = IndexOf(config, name);
    if (bot < 0 || !unit.Has(arena::BotIndex(bot))) return false;
    teams.push_back(unit.TeamOf(arena::BotIndex(bot)));
  }
  if (unit.teams.size() != 2 ||
      teams.size() != unit.teams.first.size() + unit.teams.second.size()) {
    return true;
  }
  for (std::size_t i = 0; i < teams.size(); ++i) {
    if ((teams[i] == teams[0]) != (i < teams.size() / 2)) return false;
  }
  return true;
}

// The numbers of all items: the first, and one more than the last.
std::pair<std::uint64_t, std::uint64_t> ItemsOf(
    const v1::LeagueConfig& config, const arena::Schedule& schedule) {
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t end = 0;
  std::uint64_t before = 0;
  for (const std::vector<arena::Pairing>& round : schedule.rounds()) {
    for (const arena::Pairing& pairing : round) {
      first = std::min(first, pairing.first_item + before);
      end = std::max(end, pairing.first_item + before + config.items());
    }
    before += config.items();
  }
  return {first, end};
}

// Which of ruleset and bots the league does not have.
absl::Status NotInLeague(const ReplayOptions& options,
                         const v1::LeagueConfig& config) {
  std::vector<std::string> specs;
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    specs.push_back(entry.spec());
  }
  if (!options.ruleset.empty() &&
      std::ranges::find(specs, options.ruleset) == specs.end()) {
    return absl::NotFoundError(
        absl::StrFormat("--ruleset is %s; the league has %s", options.ruleset,
                        absl::StrJoin(specs, ", ")));
  }
  const std::vector<std::string> names = arena::BotNames(config);
  for (const std::string& bot : options.bots) {
    if (std::ranges::find(names, bot) != names.end()) continue;
    return absl::NotFoundError(
        absl::StrFormat("--bots: no bot of the league is called \"%s\"%s",
                        arena::PrintableLine(bot), DidYouMean(bot, names)));
  }
  return absl::NotFoundError(absl::StrFormat(
      "--bots: the league has no pairing of %s (see couillon report)",
      absl::StrJoin(options.bots, " and ")));
}

int LastSeating(const std::vector<arena::DealOfUnit>& records) {
  int last = 0;
  for (const arena::DealOfUnit& record : records) {
    last = std::max(last, static_cast<int>(record.seating));
  }
  return last;
}

// Returns the unit that holds the requested deal or match.
absl::StatusOr<arena::Unit> FindUnit(const ReplayOptions& options,
                                     const v1::LeagueConfig& config,
                                     const arena::Schedule& schedule) {
  const auto [first, end] = ItemsOf(config, schedule);
  if (options.item < first || options.item >= end) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--deal is %d; the league has %d to %d", options.item, first, end - 1));
  }
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    arena::Unit unit = schedule.unit(number);
    const bool item = options.item >= unit.first_item &&
                      options.item - unit.first_item < unit.items;
    const bool ruleset =
        options.ruleset.empty() ||
        config.rulesets(unit.ruleset).spec() == options.ruleset;
    if (item && ruleset && HasBots(unit, config, options.bots)) return unit;
  }
  return NotInLeague(options, config);
}

// The names of the bots by seat.
std::vector<std::string> NamesAt(const v1::LeagueConfig& config,
                                 const arena::Unit& unit,
                                 const CompiledRules& rules,
                                 arena::Seating seating) {
  std::vector<std::string> names;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    const arena::Team team = arena::HolderOf(rules.sides, unit.teams.size(),
                                             seating, rules.SideOf(seat));
    const arena::BotIndex bot = unit.BotAt(team, seat, rules.sides);
    names.push_back(config.bots(ToInt(bot)).name());
  }
  return names;
}

void PrintSlate(const CompiledRules& rules, const Slate& slate) {
  std::cout << "Left:";
  for (Side side = 0; side < rules.sides; ++side) {
    std::cout << " side " << static_cast<int>(side) << ": "
              << slate.tally(side).units();
  }
  std::cout << "\n\n";
}

// Prints one deal; with `solver`, the values of its decisions.
absl::Status PrintDeal(const CompiledRules& rules,
                       const arena::RecordedDeal& deal,
                       const std::vector<std::string>& names, Solver* solver,
                       int samples) {
  DealTextOptions options{.carry = deal.carry, .names = names, .note = nullptr};
  arena::AnalysedDeal analysed;
  if (solver != nullptr) {
    analysed =
        arena::AnalyseDeal(*solver, rules, deal.script, deal.carry,
                           {.sampler = UniformSampler(), .samples = samples});
    options.note = NotesOn(rules, analysed);
  }
  ASSIGN_OR_RETURN(const std::string text,
                   DescribeDeal(rules, deal.script, options));
  std::cout << text;
  if (solver != nullptr) std::cout << ValuesLegend(rules, deal.script);
  if (deal.slate) PrintSlate(rules, *deal.slate);
  return absl::OkStatus();
}

// Prints each deal of a record; in a match, the slate after each deal.
absl::Status Print(const arena::LeagueRecords& league, const arena::Unit& unit,
                   const arena::DealOfUnit& record,
                   const ReplayOptions& options) {
  const v1::LeagueConfig& config = league.config();
  const CompiledRules& rules = league.RulesOf(unit);
  ASSIGN_OR_RETURN(const std::vector<arena::RecordedDeal> deals,
                   league.DealsOf(unit, record));
  const std::vector<std::string> names =
      NamesAt(config, unit, rules, record.seating);
  Solver solver(rules);
  for (const arena::RecordedDeal& deal : deals) {
    RETURN_IF_ERROR(PrintDeal(rules, deal, names,
                              options.values ? &solver : nullptr,
                              options.samples));
  }
  if (const auto loser = record.outcome.forfeited_by) {
    const arena::TeamBots& team = unit.teams[*loser];
    std::cout << "Forfeited by " << config.bots(ToInt(team[0])).name()
              << (team.size() > 1 ? " and partners" : "") << "\n";
  }
  return absl::OkStatus();
}

// Prints the record of the requested seating.
absl::Status PrintSeating(const arena::LeagueRecords& league,
                          const arena::Unit& unit,
                          const std::vector<arena::DealOfUnit>& records,
                          const ReplayOptions& options) {
  for (const arena::DealOfUnit& record : records) {
    if (record.seating != static_cast<arena::Seating>(options.seating)) {
      continue;
    }
    return Print(league, unit, record, options);
  }
  return absl::NotFoundError(absl::StrFormat(
      "--seating is %d; %s has 0 to %d", options.seating,
      league.config().rulesets(unit.ruleset).spec(), LastSeating(records)));
}

// The records of the deal in every seating, stored or by its bots asked again.
absl::StatusOr<std::vector<arena::DealOfUnit>> RecordsFor(
    arena::LeagueStore& store, const arena::LeagueRecords& league,
    const arena::Unit& unit, const ReplayOptions& options) {
  if (options.record) {
    ASSIGN_OR_RETURN(
        const arena::Launcher launcher,
        arena::Launcher::Make(
            store.config(),
            LaunchOptionsFor(store.directory(),
                             ReadStoredBotOptions(options.stored_bots))));
    ASSIGN_OR_RETURN(arena::AskedItem asked,
                     AskItemAgain(league, launcher, unit, options.item));
    if (asked.differs) {
      std::cerr << "it ended otherwise than stored when the bots were asked "
                   "again: a bot is not reproducible, or has changed, or it "
                   "was forfeited\n";
    }
    return std::move(asked.tables);
  }
  if (store.config().record_deals()) return league.ReadItem(unit, options.item);
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: stores no deals; play it with --record deals, or ask its bots "
      "again with --record",
      store.directory()));
}

// Writes a page that shows the deal card by card. FailedPrecondition if this
// program has no page.
absl::Status WritePage(const arena::LeagueRecords& league,
                       const arena::Unit& unit,
                       std::vector<arena::DealOfUnit> records,
                       const ReplayOptions& options) {
  ASSIGN_OR_RETURN(const std::string empty, arena::PageWithoutData());
  ASSIGN_OR_RETURN(const arena::ReplayedUnit replayed,
                   league.Replay(unit, std::move(records)));
  ASSIGN_OR_RETURN(const std::string page, arena::PageWithData(empty, {}));
  const std::string filled = arena::PageWithDeals(
      page,
      arena::DealsDocument(arena::DealsHead(league.config(), league.rules()),
                           league.RulesOf(unit), replayed, options.values));
  if (!options.out.empty()) return WriteWhole(options.out, filled);
  std::cout << filled;
  return absl::OkStatus();
}

absl::Status CheckFormat(const ReplayOptions& options) {
  const bool is_page = options.format == "html";
  if (!is_page && !options.out.empty()) {
    return absl::InvalidArgumentError(
        "--out is for --format html; found --format text");
  }
  if (is_page && options.samples > 0) {
    return absl::InvalidArgumentError(
        "--samples is for --format text; found --format html");
  }
  return absl::OkStatus();
}

// Prints the deal, or writes its page. NotFound or InvalidArgument if the
// league does not have it.
absl::Status ReplayOf(arena::LeagueStore& store, const ReplayOptions& options) {
  const v1::LeagueConfig& config = store.config();
  const arena::Schedule schedule = arena::MakeSchedule(config);
  ASSIGN_OR_RETURN(arena::Unit unit, FindUnit(options, config, schedule));
  ASSIGN_OR_RETURN(const arena::LeagueRecords league,
                   arena::LeagueRecords::Open(store));
  ASSIGN_OR_RETURN(std::vector<arena::DealOfUnit> records,
                   RecordsFor(store, league, unit, options));
  if (options.format == "html") {
    return WritePage(league, unit, std::move(records), options);
  }
  return PrintSeating(league, unit, records, options);
}

// The same in the first round of an arena that has the deal.
absl::Status ReplayInArena(const ReplayOptions& options) {
  ASSIGN_OR_RETURN(const arena::ArenaState state,
                   arena::ReadState(options.directory));
  for (int round = 1; round <= static_cast<int>(state.rounds.size()); ++round) {
    ASSIGN_OR_RETURN(const std::unique_ptr<arena::LeagueStore> store,
                     arena::OpenRoundToRead(state, round, options.directory));
    if (store == nullptr) continue;  // not begun
    absl::Status status = ReplayOf(*store, options);
    if (!absl::IsNotFound(status) && !absl::IsInvalidArgument(status)) {
      return status;
    }
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s: no round has played deal or match %d of such a ruleset and pairing "
      "(see couillon arena report)",
      options.directory, options.item));
}

absl::Status Replay(const ReplayOptions& options) {
  RETURN_IF_ERROR(CheckFormat(options));
  if (arena::IsArena(options.directory)) return ReplayInArena(options);
  ASSIGN_OR_RETURN(std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.directory));
  return ReplayOf(*store, options);
}

}  // namespace

void AddReplayCommand(CommandLine app) {
  CommandLine command =
      app.AddSubcommand("replay", "Print one recorded deal or match in words");
  command.SetGroup("Read results");
  command.SetExamples(
      "couillon replay results --deal 5 --seating 1 --bots greedy random "
      "--values",
      "couillon replay results --deal 5 --values --format html --out "
      "deal.html");
  auto options = std::make_shared<ReplayOptions>();
  command
      .AddOption("directory", options->directory,
                 "Directory of the league or arena")
      .Required();
  command.AddOption("--deal,--match", options->item, "Its number, from 0")
      .Required();
  command
      .AddOption("--ruleset", options->ruleset,
                 "Its ruleset (default: the first of the league)")
      .ValueName(kRulesetValue);
  command
      .AddOption("--bots", options->bots,
                 "The two bots of the pairing, or those at the table, partners "
                 "together")
      .Expected(2, kMaxSeats);
  command.AddOption("--seating", options->seating, "Its seating, from 0");
  command.AddFlag("--record", options->record,
                  "Ask the bots all its decisions again instead of reading "
                  "records, for a league that has none");
  AddStoredBotOptions(command, options->stored_bots);
  const Option values(command.AddFlag(
      "--values", options->values,
      "Say what each decision was worth with all cards seen, and what it "
      "cost, in game points"));
  command
      .AddOption("--samples", options->samples,
                 "With --values: deals to draw per decision among those that "
                 "look the same to the bot, for what it cost on average")
      .Range(0, kMaxSamples)
      .Needs(values);
  command
      .AddOption("--format", options->format,
                 "text, or html: a page with the deal or match in every "
                 "seating, card by card")
      .OneOf({"text", "html"})
      .ShowDefault();
  command.AddOption("--out", options->out,
                    "File to write the page to (default: stdout)");
  command.OnChosen([options] { return ExitWith(Replay(*options)); });
}

}  // namespace couillon::tools
