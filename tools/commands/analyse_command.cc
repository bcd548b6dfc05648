// couillon analyse: what the decisions of recorded deals were worth, and where
// a bot loses its points.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/league_store.h"
#include "arena/measure/analysis/deal_analysis.h"
#include "arena/measure/analysis/league_analysis.h"
#include "arena/measure/analysis/losses.h"
#include "arena/measure/analysis/losses_report.h"
#include "arena/numbers/format/document.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/play/deal_notation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/deal_limits.h"
#include "engine/solve/solver.h"
#include "proto/nearest_name.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/shared/command.h"
#include "tools/explain/deal_text.h"
#include "tools/explain/sampled_positions.h"
#include "tools/explain/value_notes.h"
#include "tools/options/command_line.h"
#include "tools/options/launch_options.h"
#include "tools/options/process_options.h"

namespace couillon::tools {
namespace {

constexpr double kLevel = 0.95;

// Six tricks of four players take some milliseconds, eight take a second.
constexpr int kDefaultTricks = 6;

struct AnalyseOptions {
  std::string what;  // the directory of a league, or a deal on one line
  std::string bot;
  std::string ruleset;
  std::uint64_t deals = 20;
  int samples = 0;
  int tricks = kDefaultTricks;
  bool losses = false;
  bool record = false;
  StoredBotOptions stored_bots;
  std::string format = "text";
};

arena::AnalysisOptions SamplesFor(const AnalyseOptions& options) {
  return {.sampler = UniformSampler(),
          .samples = options.samples,
          .most_tricks = options.tricks};
}

std::string Printed(const arena::Json& json) {
  return json.dump(2, ' ', false, arena::Json::error_handler_t::replace) + "\n";
}

absl::StatusOr<std::string> TextOf(const CompiledRules& rules,
                                   const arena::AnalysedDeal& deal,
                                   std::vector<std::string> names,
                                   int most_tricks) {
  ASSIGN_OR_RETURN(std::string text,
                   DescribeDeal(rules, deal.script,
                                {.carry = deal.carry,
                                 .names = std::move(names),
                                 .note = NotesOn(rules, deal)}));
  return text + ValuesLegend(rules, deal.script, most_tricks);
}

absl::Status AnalyseOneDeal(const AnalyseOptions& options) {
  if (options.losses || options.record || !options.bot.empty()) {
    return absl::InvalidArgumentError(
        "--losses, --record and --bot are for a league; found a deal");
  }
  ASSIGN_OR_RETURN(const std::string spec, RulesetOfDeal(options.what));
  ASSIGN_OR_RETURN(const CompiledRules rules, wire::FindRules(spec));
  ASSIGN_OR_RETURN(const DealScript script, ParseDeal(rules, options.what));
  Solver solver(rules);
  const arena::AnalysedDeal deal =
      arena::AnalyseDeal(solver, rules, script, 0, SamplesFor(options));
  if (options.format == "json") {
    arena::Json json = arena::NewDocument(arena::kDealAnalysisSchema);
    json.update(arena::AnalysedDealJson(rules, deal));
    std::cout << Printed(json);
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const std::string text,
                   TextOf(rules, deal, {}, options.tricks));
  std::cout << text;
  return absl::OkStatus();
}

// The index of the bot or ruleset that an option names; null if it is empty.
absl::StatusOr<std::optional<int>> IndexOf(
    const std::string& option, const std::string& name, int size,
    const std::function<std::string(int)>& name_of) {
  if (name.empty()) return std::optional<int>();
  std::vector<std::string> known;
  for (int i = 0; i < size; ++i) {
    if (name_of(i) == name) return std::optional<int>(i);
    known.push_back(name_of(i));
  }
  return absl::NotFoundError(absl::StrFormat(
      "%s is \"%s\"; expected one of the league: %s%s", option, name,
      absl::StrJoin(known, ", "), DidYouMean(name, known)));
}

// Prints the tables of a league as they come.
class TablePrinter {
 public:
  TablePrinter(const v1::LeagueConfig& config,
               const std::vector<CompiledRules>& rules,
               const AnalyseOptions& options)
      : config_(config),
        rules_(rules),
        json_(options.format == "json"),
        most_tricks_(options.tricks) {}

  void Print(const arena::AnalysedTable& table) {
    if (!json_) {
      std::cout << absl::StrFormat(
          "%s %d, seating %d\n",
          arena::ArePlayingMatches(config_) ? "Match" : "Deal", table.item,
          static_cast<int>(table.seating));
    }
    arena::Json deals = arena::Json::array();
    for (const arena::AnalysedDeal& deal : table.deals) {
      if (json_) {
        deals.push_back(arena::AnalysedDealJson(RulesOf(table), deal));
      } else {
        PrintText(RulesOf(table), deal, NamesOf(table));
      }
    }
    if (!json_) return;
    arena::Json json;
    json["ruleset"] = config_.rulesets(table.unit.ruleset).spec();
    json["item"] = table.item;
    json["seating"] = static_cast<int>(table.seating);
    json["bots"] = NamesOf(table);
    json["deals"] = deals;
    tables_.push_back(json);
  }

  [[nodiscard]] const arena::Json& tables() const { return tables_; }

 private:
  [[nodiscard]] const CompiledRules& RulesOf(
      const arena::AnalysedTable& table) const {
    return rules_[static_cast<std::size_t>(table.unit.ruleset)];
  }

  [[nodiscard]] std::vector<std::string> NamesOf(
      const arena::AnalysedTable& table) const {
    std::vector<std::string> names;
    names.reserve(table.bots.size());
    for (const arena::BotIndex bot : table.bots) {
      names.push_back(config_.bots(ToInt(bot)).name());
    }
    return names;
  }

  void PrintText(const CompiledRules& rules, const arena::AnalysedDeal& deal,
                 std::vector<std::string> names) const {
    const absl::StatusOr<std::string> text =
        TextOf(rules, deal, std::move(names), most_tricks_);
    if (text.ok()) std::cout << *text << "\n";
  }

  const v1::LeagueConfig& config_;
  const std::vector<CompiledRules>& rules_;
  bool json_;
  int most_tricks_;
  arena::Json tables_ = arena::Json::array();
};

absl::StatusOr<arena::LeagueAnalysisOptions> OptionsFor(
    const AnalyseOptions& options, const v1::LeagueConfig& config) {
  ASSIGN_OR_RETURN(const std::optional<int> bot,
                   IndexOf("--bot", options.bot, config.bots_size(),
                           [&config](int i) { return config.bots(i).name(); }));
  ASSIGN_OR_RETURN(
      const std::optional<int> ruleset,
      IndexOf("--ruleset", options.ruleset, config.rulesets_size(),
              [&config](int i) { return config.rulesets(i).spec(); }));
  arena::LeagueAnalysisOptions result{.ruleset = ruleset,
                                      .deals = options.deals,
                                      .ask_again = options.record,
                                      .analysis = SamplesFor(options)};
  const std::optional<int> index = bot;
  if (index) result.bot = arena::BotIndex(*index);
  return result;
}

// Says on stderr what the results leave out.
void Warn(const arena::LeagueAnalysisCounts& counts) {
  if (counts.forfeited_items > 0) {
    std::cerr << absl::StrFormat(
        "%d deals or matches with a forfeit are left out\n",
        counts.forfeited_items);
  }
  if (counts.changed_items > 0) {
    std::cerr << absl::StrFormat(
        "%d of %d deals or matches ended otherwise than stored when the bots "
        "were asked again: a bot is not reproducible, or has changed\n",
        counts.changed_items, counts.items);
  }
}

void PrintLosses(const AnalyseOptions& options,
                 const arena::LossesContext& context,
                 const arena::LossTally& tally,
                 std::optional<arena::BotIndex> bot) {
  std::vector<arena::BotLosses> losses = tally.Losses(kLevel);
  std::erase_if(losses, [&bot](const auto& of_bot) {
    return bot.has_value() && of_bot.bot != *bot;
  });
  if (options.format == "json") {
    std::cout << Printed(arena::LossesJson(context, losses));
  } else {
    std::cout << arena::DocumentText(arena::LossesText(context, losses));
  }
}

// What starts the bots; null unless they are to be asked again.
absl::StatusOr<std::optional<arena::Launcher>> LauncherFor(
    const AnalyseOptions& options, const v1::LeagueConfig& config) {
  std::optional<arena::Launcher> launcher;
  if (options.record) {
    ASSIGN_OR_RETURN(
        arena::Launcher made,
        arena::Launcher::Make(
            config, LaunchOptionsFor(options.what, ReadStoredBotOptions(
                                                       options.stored_bots))));
    launcher.emplace(std::move(made));
  }
  return launcher;
}

absl::Status AnalyseOneLeague(const AnalyseOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.what));
  const v1::LeagueConfig& config = store->config();
  RETURN_IF_ERROR(arena::CheckAnalysable(*store, options.record));
  ASSIGN_OR_RETURN(const arena::LeagueAnalysisOptions chosen,
                   OptionsFor(options, config));
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   arena::CompileLeague(config));
  ASSIGN_OR_RETURN(std::optional<arena::Launcher> launcher,
                   LauncherFor(options, config));
  std::optional<arena::Launcher>& again = launcher;
  arena::LossTally tally;
  TablePrinter printer(config, rules, options);
  ASSIGN_OR_RETURN(
      const arena::LeagueAnalysisCounts counts,
      arena::AnalyseLeague(*store, again ? &*again : nullptr, chosen,
                           [&](const arena::AnalysedTable& table) {
                             if (options.losses) {
                               tally.Add(table);
                             } else {
                               printer.Print(table);
                             }
                           }));
  Warn(counts);
  if (options.losses) {
    PrintLosses(options,
                {.config = config,
                 .rules = rules,
                 .counts = counts,
                 .directory = options.what,
                 .has_records = config.record_deals(),
                 .samples = options.samples,
                 .most_tricks = options.tricks},
                tally, chosen.bot);
  } else if (options.format == "json") {
    arena::Json json = arena::NewDocument(arena::kAnalysisSchema);
    json["all_cards_seen"] = true;
    json["tables"] = printer.tables();
    std::cout << Printed(json);
  }
  return absl::OkStatus();
}

absl::Status Analyse(const AnalyseOptions& options) {
  // A deal has spaces and bars; a path is one of a directory.
  std::error_code error;
  const bool is_deal = absl::StrContains(options.what, '|') &&
                       !std::filesystem::is_directory(options.what, error);
  return is_deal ? AnalyseOneDeal(options) : AnalyseOneLeague(options);
}

}  // namespace

void AddAnalyseCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "analyse", "Print what decisions were worth, and where a bot loses");
  command.SetGroup("Read results");
  command.SetExamples("couillon analyse results --losses --bot greedy",
                      "couillon analyse results --deals 1 --samples 20");
  auto options = std::make_shared<AnalyseOptions>();
  command
      .AddOption("what", options->what,
                 "Directory of a league, or a deal on one line "
                 "(docs/analysis.md)")
      .Required();
  command.AddFlag("--losses", options->losses,
                  "Print only what each bot loses, by kind of decision, and "
                  "its worst tables");
  command.AddOption("--bot", options->bot,
                    "Only tables of this bot; with --losses, only its losses");
  command
      .AddOption("--ruleset", options->ruleset,
                 "Only this ruleset of the league")
      .ValueName(kRulesetValue);
  command
      .AddOption("--deals", options->deals,
                 "Deals, or matches, of each pairing under each ruleset")
      .ShowDefault();
  command
      .AddOption("--samples", options->samples,
                 "Deals to draw per decision among those that look the same "
                 "to the bot (0: none)")
      .Range(0, kMaxSamples)
      .ShowDefault();
  command
      .AddOption("--tricks", options->tricks,
                 "Solve decisions with at most this many tricks left; with "
                 "three sides never more than 5")
      .Range(1, kMaxTricks)
      .ShowDefault();
  command.AddFlag("--record", options->record,
                  "Ask the bots all decisions again instead of reading "
                  "records, for a league that has none");
  AddStoredBotOptions(command, options->stored_bots);
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"})
      .ShowDefault();
  command.OnChosen([options] { return ExitWith(Analyse(*options)); });
}

}  // namespace couillon::tools
