#include "arena/league/setup/own_limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/league/setup/process_setup.h"
#include "arena/league/setup/setup.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using v1::OwnLimits;

constexpr double kMostCount = 4294967295.0;

// One limit: its word, its range as a user writes it, and how it is set and
// read. Times are written in seconds and stored in milliseconds.
struct OwnLimit {
  const char* word;
  double least;
  double most;
  bool is_time;  // a limit of time, which remote bots have too
  void (*set)(double value, OwnLimits& own);
  bool (*has)(const OwnLimits& own);
  double (*get)(const OwnLimits& own);
};

std::uint32_t Count(double value) { return static_cast<std::uint32_t>(value); }
// No time above 0 becomes 0, which often stands for no limit.
std::uint32_t Ms(double seconds) {
  if (seconds == 0) return 0;
  return static_cast<std::uint32_t>(std::max(1.0, std::round(seconds * 1000)));
}

constexpr std::array<OwnLimit, 12> kLimits = {{
    {"start-limit", kLeastLimitSeconds, kMostLimitSeconds, true,
     [](double value, OwnLimits& own) { own.set_start_ms(Ms(value)); },
     [](const OwnLimits& own) { return own.has_start_ms(); },
     [](const OwnLimits& own) { return own.start_ms() / 1000.0; }},
    {"st", kLeastLimitSeconds, kMostLimitSeconds, true,
     [](double value, OwnLimits& own) { own.set_move_ms(Ms(value)); },
     [](const OwnLimits& own) { return own.has_move_ms(); },
     [](const OwnLimits& own) { return own.move_ms() / 1000.0; }},
    {"tc", 0, kMostLimitSeconds, true,
     [](double value, OwnLimits& own) { own.set_table_budget_ms(Ms(value)); },
     [](const OwnLimits& own) { return own.has_table_budget_ms(); },
     [](const OwnLimits& own) { return own.table_budget_ms() / 1000.0; }},
    {"tc increment", 0, kMostLimitSeconds, true,
     [](double value, OwnLimits& own) { own.set_increment_ms(Ms(value)); },
     [](const OwnLimits& own) { return own.has_increment_ms(); },
     [](const OwnLimits& own) { return own.increment_ms() / 1000.0; }},
    {"unit-budget", 0, kMostUnitBudgetSeconds, true,
     [](double value, OwnLimits& own) {
       own.set_unit_budget_ms(
           static_cast<std::uint64_t>(std::round(value * 1000)));
     },
     [](const OwnLimits& own) { return own.has_unit_budget_ms(); },
     [](const OwnLimits& own) {
       return static_cast<double>(own.unit_budget_ms()) / 1000;
     }},
    {"total-budget", 0, kMostUnitBudgetSeconds, true,
     [](double value, OwnLimits& own) {
       own.set_total_budget_ms(
           static_cast<std::uint64_t>(std::round(value * 1000)));
     },
     [](const OwnLimits& own) { return own.has_total_budget_ms(); },
     [](const OwnLimits& own) {
       return static_cast<double>(own.total_budget_ms()) / 1000;
     }},
    {"memory", 0, kMostCount, false,
     [](double value, OwnLimits& own) { own.set_memory_mb(Count(value)); },
     [](const OwnLimits& own) { return own.has_memory_mb(); },
     [](const OwnLimits& own) { return double{1} * own.memory_mb(); }},
    {"cpu", 0, kMostCount, false,
     [](double value, OwnLimits& own) { own.set_cpu_seconds(Count(value)); },
     [](const OwnLimits& own) { return own.has_cpu_seconds(); },
     [](const OwnLimits& own) { return double{1} * own.cpu_seconds(); }},
    {"processes", 0, kMostCount, false,
     [](double value, OwnLimits& own) { own.set_processes(Count(value)); },
     [](const OwnLimits& own) { return own.has_processes(); },
     [](const OwnLimits& own) { return double{1} * own.processes(); }},
    {"files", 0, kMostCount, false,
     [](double value, OwnLimits& own) { own.set_open_files(Count(value)); },
     [](const OwnLimits& own) { return own.has_open_files(); },
     [](const OwnLimits& own) { return double{1} * own.open_files(); }},
    {"file-size", 0, kMostCount, false,
     [](double value, OwnLimits& own) { own.set_file_mb(Count(value)); },
     [](const OwnLimits& own) { return own.has_file_mb(); },
     [](const OwnLimits& own) { return double{1} * own.file_mb(); }},
    {"scratch", 1, kMostScratchMb, false,
     [](double value, OwnLimits& own) { own.set_scratch_mb(Count(value)); },
     [](const OwnLimits& own) { return own.has_scratch_mb(); },
     [](const OwnLimits& own) { return double{1} * own.scratch_mb(); }},
}};

const OwnLimit* Find(absl::string_view word) {
  const auto found = std::ranges::find_if(
      kLimits, [word](const OwnLimit& limit) { return word == limit.word; });
  return found == kLimits.end() ? nullptr : &*found;
}

absl::Status Wrong(const std::string& text, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("--bot-limits: \"%s\": %s", PrintableLine(text), what));
}

// Sets one limit; `value` as a user writes it.
absl::Status Set(const std::string& text, const OwnLimit& limit,
                 absl::string_view value, OwnLimits& own) {
  double number = 0;
  const bool whole = !limit.is_time;
  if (!absl::SimpleAtod(value, &number) || !(number >= limit.least) ||
      !(number <= limit.most) || (whole && number != std::floor(number))) {
    return Wrong(
        text, absl::StrFormat("found %s:%s; expected a%s number from %.15g to "
                              "%.15g",
                              limit.word, PrintableLine(std::string(value)),
                              whole ? " whole" : "", limit.least, limit.most));
  }
  limit.set(number, own);
  return absl::OkStatus();
}

absl::Status ReadLimit(const std::string& text, absl::string_view part,
                       OwnLimits& own) {
  const std::vector<absl::string_view> word_and_value =
      absl::StrSplit(part, absl::MaxSplits(':', 1));
  const OwnLimit* const limit = Find(word_and_value[0]);
  if (word_and_value.size() < 2 || limit == nullptr) {
    std::string words;
    for (const OwnLimit& known : kLimits) {
      if (&known == Find("tc increment")) continue;
      absl::StrAppendFormat(&words, "%s%s", words.empty() ? "" : ", ",
                            known.word);
    }
    return Wrong(text, absl::StrFormat(
                           "found \"%s\"; expected LIMIT:VALUE, where LIMIT is "
                           "one of %s",
                           PrintableLine(std::string(part)), words));
  }
  if (limit->has(own)) {
    return Wrong(text,
                 absl::StrFormat("found %s twice for one bot", limit->word));
  }
  if (limit != Find("tc")) return Set(text, *limit, word_and_value[1], own);
  const std::vector<absl::string_view> clock =
      absl::StrSplit(word_and_value[1], absl::MaxSplits('+', 1));
  absl::Status status = Set(text, *limit, clock[0], own);
  if (!status.ok() || clock.size() == 1) return status;
  return Set(text, *Find("tc increment"), clock[1], own);
}

}  // namespace

absl::Status ReadOwnLimits(const std::vector<std::string>& texts,
                           std::vector<v1::BotEntry>& bots) {
  for (const std::string& text : texts) {
    // The name may contain "=", a limit does not.
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) {
      return Wrong(text, "expected NAME=LIMIT:VALUE,...");
    }
    const std::string name = text.substr(0, equals);
    const auto bot = std::ranges::find_if(
        bots,
        [&name](const v1::BotEntry& each) { return each.name() == name; });
    if (bot == bots.end()) {
      std::string names;
      for (const v1::BotEntry& known : bots) {
        absl::StrAppendFormat(&names, "%s%s", names.empty() ? "" : ", ",
                              PrintableLine(known.name()));
      }
      return Wrong(text,
                   absl::StrFormat("no bot is called \"%s\"; there %s %s",
                                   PrintableLine(name),
                                   bots.size() == 1 ? "is" : "are", names));
    }
    for (const absl::string_view part :
         absl::StrSplit(text.substr(equals + 1), ',')) {
      RETURN_IF_ERROR(ReadLimit(text, part, *bot->mutable_own_limits()));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOwnLimits(const v1::BotEntry& bot) {
  const OwnLimits& own = bot.own_limits();
  if (bot.has_own_limits() && !bot.builtin().empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: has limits of its own; a bundled bot answers at once inside "
        "the referee and has none",
        PrintableLine(bot.name())));
  }
  for (const OwnLimit& limit : kLimits) {
    if (!limit.has(own)) continue;
    if (!limit.is_time && (bot.has_remote() || bot.has_dial_in())) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "bot %s: has a limit %s of its own; the referee does not start it, "
          "so only limits of time hold for it",
          PrintableLine(bot.name()), limit.word));
    }
    const double found = limit.get(own);
    if (found >= limit.least && found <= limit.most) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: own limit %s is %.15g; expected %.15g to %.15g",
        PrintableLine(bot.name()), limit.word, found, limit.least, limit.most));
  }
  if (own.has_increment_ms() && own.table_budget_ms() == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: has an increment of its own and no clock; expected both",
        PrintableLine(bot.name())));
  }
  return absl::OkStatus();
}

absl::Status CheckClocksOfPartners(const v1::LeagueConfig& config) {
  if (!IsIndividual(config)) return absl::OkStatus();
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.own_limits().has_table_budget_ms()) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "format is individual, and bot %s has a clock of its own; expected "
        "none, since partners share the clock of their side",
        bot.name()));
  }
  return absl::OkStatus();
}

absl::Status CheckNoOwnTime(const v1::LeagueConfig& config) {
  for (const v1::BotEntry& bot : config.bots()) {
    const OwnLimits& own = bot.own_limits();
    if (!own.has_move_ms() && !own.has_table_budget_ms() &&
        !own.has_unit_budget_ms() && !own.has_total_budget_ms()) {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: has a limit st, tc, unit-budget or total-budget of its own, "
        "which hold in leagues, matches and arenas only; expected none",
        PrintableLine(bot.name())));
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
