// Options from the configuration, word by word; no command where a word is
// unknown.

#include "arena/front/page/repeat_command.h"

#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/setup/config_options.h"
#include "arena/league/setup/limits.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kFormat = "format";

// Null if no argument says it.
std::optional<std::string> BotWord(const v1::BotEntry& bot) {
  if (bot.has_remote() || bot.has_dial_in()) return std::nullopt;
  if (!bot.builtin().empty()) {
    const std::string word = "builtin:" + bot.builtin();
    return bot.name() == bot.builtin() ? word : bot.name() + "=" + word;
  }
  if (!bot.directory().empty()) return bot.directory();
  if (bot.options_size() > 0) return std::nullopt;
  return bot.name() + "=" +
         absl::StrJoin(bot.command(), " ",
                       [](std::string* text, const std::string& word) {
                         *text += ShellWord(word);
                       });
}

// Limits of time and faults, which bundled bots do not have.
void AddLimits(const v1::LeagueConfig& config, Words& words) {
  bool any = false;
  for (const v1::BotEntry& bot : config.bots()) {
    any = any || bot.builtin().empty();
  }
  if (!any) return;
  words.emplace_back("--limit");
  words.push_back(
      LimitsText(config.limits(), {LimitUse::kAnswer, LimitUse::kLeague}));
}

void Append(const Words& more, Words& words) {
  words.insert(words.end(), more.begin(), more.end());
}

// The options of the table that results depend on, except the format.
void AddConfigOptions(const v1::LeagueConfig& config, Words& words) {
  for (const ConfigOption& option : ConfigOptions()) {
    if (option.shapes_results && option.field != kFormat) {
      Append(FormatOption(option, config), words);
    }
  }
  if (config.allow_cheating()) Append({"--allow", "cheating"}, words);
  const Words trust = FormatTrust(config);
  if (!trust.empty()) Append({"--trust", absl::StrJoin(trust, ",")}, words);
}

void AddFormat(const v1::LeagueConfig& config, Words& words) {
  for (const ConfigOption& option : ConfigOptions()) {
    if (option.field == kFormat) Append(FormatOption(option, config), words);
  }
}

// Words for each bot; null if no command says who they are.
std::optional<Words> BotWords(const v1::LeagueConfig& config) {
  Words words;
  for (const v1::BotEntry& bot : config.bots()) {
    std::optional<std::string> word = BotWord(bot);
    if (!word || bot.has_own_limits()) return std::nullopt;
    words.push_back(*std::move(word));
  }
  return words;
}

std::string RulesetWord(const v1::LeagueConfig& config) {
  Words rulesets;
  for (const v1::LeagueRuleset& ruleset : config.rulesets()) {
    rulesets.push_back(ruleset.spec());
  }
  return absl::StrJoin(rulesets, ",");
}

std::string LineOf(const Words& words) {
  return absl::StrJoin(words, " ",
                       [](std::string* out, const std::string& word) {
                         absl::StrAppend(out, ShellWord(word));
                       });
}

void AddTest(const v1::SequentialTest& test, Words& words) {
  words.insert(words.end(),
               {"--sprt", absl::StrFormat("elo0=%.17g", test.elo0()),
                absl::StrFormat("elo1=%.17g", test.elo1()),
                absl::StrFormat("alpha=%.17g", test.alpha()),
                absl::StrFormat("beta=%.17g", test.beta())});
  if (test.scale() == v1::RESULT_SCALE_SCORE) {
    words.insert(words.end(), {"--scale", "deals"});
  }
}

}  // namespace

std::optional<std::string> RepeatCommand(const v1::LeagueConfig& config) {
  if (IsArenaRound(config) || config.seed().empty()) return std::nullopt;
  Words words = {"couillon"};
  const bool test = config.has_sprt();
  if (test) {
    words.emplace_back("match");
  } else {
    words.insert(words.end(), {"league", "run", "--bots"});
  }
  const std::optional<Words> bots = BotWords(config);
  if (!bots) return std::nullopt;
  words.insert(words.end(), bots->begin(), bots->end());
  if (!test) AddFormat(config, words);
  words.insert(words.end(), {"--ruleset", RulesetWord(config)});
  const bool matches = ArePlayingMatches(config);
  Append({matches ? "--matches" : "--deals", absl::StrCat(config.items())},
         words);
  AddConfigOptions(config, words);
  AddLimits(config, words);
  if (test) AddTest(config.sprt(), words);
  words.insert(words.end(), {"--out", kAnyDirectory});
  return LineOf(words);
}

std::optional<std::string> RepeatFairness(const v1::LeagueConfig& config,
                                          const FairnessOptions& options,
                                          bool compare) {
  const std::optional<Words> bots = BotWords(config);
  if (!bots) return std::nullopt;
  Words words = {"couillon", "fairness", compare ? "--compare" : "--ruleset",
                 RulesetWord(config), "--bots"};
  words.insert(words.end(), bots->begin(), bots->end());
  words.insert(
      words.end(),
      {"--deals", absl::StrCat(options.deals), "--pairing-deals",
       absl::StrCat(options.pairing_deals), "--matches",
       absl::StrCat(options.matches), "--playouts",
       absl::StrCat(options.playouts), "--solved-deals",
       absl::StrCat(options.solving.deals), "--solved-positions",
       absl::StrCat(options.solving.positions), "--delta",
       absl::StrFormat("%.17g", options.margin_points), "--delta-elo",
       absl::StrFormat("%.17g", options.margin_elo), "--seed", options.seed});
  return LineOf(words);
}

}  // namespace couillon::arena
