// The table of limits. The fields are reached by name, since v1::Limits and
// v1::OwnLimits call the same limit the same.
#include "arena/league/setup/limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/league/setup/message_fields.h"
#include "arena/numbers/text/display_width.h"
#include "arena/numbers/text/field_status.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/descriptor.h"

namespace couillon::arena {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr double kMaxCount = 4294967295.0;
constexpr double kMaxMarginMs = 3'600'000;
constexpr double kMaxUnitBudgetSeconds = 1e9;
constexpr double kMaxFaultCount = 1'000'000;
constexpr double kMaxScratchMb = 1 << 20;
constexpr double kMs = 1000;  // milliseconds in a field for a second

constexpr std::size_t kHelpWidth = 96;

constexpr auto kAnswer = LimitUse::kAnswer;
constexpr auto kLeague = LimitUse::kLeague;
constexpr auto kProcess = LimitUse::kProcess;

constexpr std::array<Limit, 17> kLimits = {{
    {"start", "start_ms", kAnswer, "s", kMs, kMinLimitSeconds, kMaxLimitSeconds,
     20, false, "Time until a bot is ready"},
    {"move", "move_ms", kAnswer, "s", kMs, kMinLimitSeconds, kMaxLimitSeconds,
     10, false, "Time without an answer while a decision is open"},
    {"margin", "margin_ms", kLeague, "ms", 1, 0, kMaxMarginMs, 100, true,
     "Time added to every time limit"},
    {"clock", "table_budget_ms", kLeague, "s", kMs, 0, kMaxLimitSeconds, 0,
     false,
     "TIME or TIME+INCREMENT: time per side and table, and time added per "
     "decision; implies strict; 0: no clock",
     "increment_ms"},
    {"strict", "strict_time", kLeague, "yes/no", 1, 0, 1, 0, true,
     "Whether a worker asks one decision at a time and times each", nullptr,
     true},
    {"unit", "unit_budget_ms", kLeague, "s", kMs, 0, kMaxUnitBudgetSeconds,
     kNoFixedDefault, false,
     "Thinking time per bot and unit of work (default: four times move per "
     "deal and seating, no limit with a clock; 0: no limit)"},
    {"total", "total_budget_ms", kLeague, "s", kMs, 0, kMaxUnitBudgetSeconds,
     kNoFixedDefault, false,
     "Time that workers wait for one bot in the whole league, or in each round "
     "of an arena: beyond it the bot plays last, beyond twice as much it "
     "forfeits the rest (default: a twentieth of move per deal and seating, at "
     "least 600; 0: no limit)"},
    {"faults", "max_faults", kLeague, "", 1, 1, kMaxFaultCount, 5, true,
     "Faults in one unit after which a bot forfeits the whole unit"},
    {"unattributed", "tolerated_failures", kLeague, "", 1, 0, kMaxFaultCount,
     20, true,
     "Failures that no single decision causes, tolerated per bot and worker"},
    {"forfeits", "disqualify_after", kLeague, "", 1, 0, kMaxFaultCount, 3, true,
     "Wholly forfeited units after which a bot is disqualified; 0: never"},
    {"batch", "max_batch", kLeague, "", 1, 0, kMaxCount, 0, true,
     "Maximum number of decisions per message; 0: as many as the bot accepts"},
    {"memory", "memory_mb", kProcess, "MB", 1, 0, kMaxCount, 4096, true,
     "Memory of all processes of a bot together; 0: no limit"},
    {"cpu", "cpu_seconds", kProcess, "s", 1, 0, kMaxCount, 0, true,
     "CPU time per process; 0: no limit"},
    {"processes", "processes", kProcess, "", 1, 0, kMaxCount, 256, true,
     "Processes per bot at a time; 0: no limit"},
    {"files", "open_files", kProcess, "", 1, 0, kMaxCount, 4096, true,
     "Open files per process; 0: no limit"},
    {"file-size", "file_mb", kProcess, "MB", 1, 0, kMaxCount, 1024, true,
     "Size of the largest file that a bot may write; 0: no limit"},
    {"scratch", "scratch_mb", kProcess, "MB", 1, 1, kMaxScratchMb, 256, true,
     "Scratch space, in memory, of a sandboxed bot"},
}};

// Whether a field that knows it was set has been set.
bool HasField(const char* name, const Message& message) {
  const FieldDescriptor* field = FieldNamed(message, name);
  return field != nullptr && field->has_presence() &&
         message.GetReflection()->HasField(message, field);
}

bool IsOwn(const Limit& limit) {
  return FieldNamed(v1::OwnLimits::default_instance(), limit.field) != nullptr;
}

bool Contains(const LimitUses& uses, LimitUse use) {
  return std::ranges::find(uses, use) != uses.end();
}

absl::Status Wrong(const std::string& text, const std::string& what) {
  return FieldError("limits",
                    absl::StrFormat(": \"%s\": %s", PrintableLine(text), what));
}

std::string RangeText(const Limit& limit) {
  if (limit.is_yes_no) return "yes or no";
  return absl::StrFormat("%.15g to %.15g", limit.least, limit.most);
}

// The value of the field for a text in the unit of `limit`; nullopt if it is
// out of range. No time above 0 becomes 0, which often stands for no limit.
std::optional<double> ReadValue(const Limit& limit, absl::string_view text,
                                double least) {
  if (limit.is_yes_no) {
    if (text != "yes" && text != "no") return std::nullopt;
    return text == "yes" ? 1 : 0;
  }
  double number = 0;
  if (!absl::SimpleAtod(text, &number) || !(number >= least) ||
      !(number <= limit.most) ||
      (limit.is_whole && number != std::floor(number))) {
    return std::nullopt;
  }
  if (number == 0) return 0;
  return std::max(1.0, std::round(number * limit.scale));
}

absl::Status SetValue(const std::string& text, const Limit& limit,
                      absl::string_view value, Message& limits) {
  std::vector<absl::string_view> parts = {value};
  if (limit.plus_field != nullptr) {
    parts = absl::StrSplit(value, absl::MaxSplits('+', 1));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::optional<double> read =
        ReadValue(limit, parts[i], i == 0 ? limit.least : 0);
    if (!read) {
      return Wrong(
          text, absl::StrFormat("found %s:%s; expected a%s from %s", limit.key,
                                PrintableLine(std::string(value)),
                                limit.is_yes_no  ? "n answer"
                                : limit.is_whole ? " whole number"
                                                 : " number",
                                RangeText(limit)));
    }
    SetNumber(i == 0 ? limit.field : limit.plus_field, *read, limits);
  }
  return absl::OkStatus();
}

// Reads the limits of one text: for all bots, or for one.
class LimitReader {
 public:
  LimitReader(const std::string& text, const LimitUses& uses, bool own,
              Message& limits, std::set<std::string>& seen)
      : text_(text), uses_(uses), own_(own), limits_(limits), seen_(seen) {}

  absl::Status Read(absl::string_view part) {
    const std::vector<absl::string_view> key_and_value =
        absl::StrSplit(part, absl::MaxSplits(':', 1));
    const auto limit = std::ranges::find_if(
        kLimits, [&](const Limit& row) { return row.key == key_and_value[0]; });
    if (key_and_value.size() < 2 || limit == kLimits.end() ||
        !Contains(uses_, limit->use)) {
      return Wrong(
          text_,
          absl::StrFormat("found \"%s\"; expected LIMIT:VALUE, where LIMIT "
                          "is one of %s",
                          PrintableLine(std::string(part)), LimitKeys(uses_)));
    }
    if (own_ && !IsOwn(*limit)) {
      return Wrong(text_, absl::StrFormat("%s holds for all bots; expected it "
                                          "without a name",
                                          limit->key));
    }
    if (!seen_.insert(limit->key).second) {
      return Wrong(text_, absl::StrFormat("found %s twice for %s", limit->key,
                                          own_ ? "one bot" : "all bots"));
    }
    return SetValue(text_, *limit, key_and_value[1], limits_);
  }

 private:
  const std::string& text_;
  const LimitUses& uses_;
  bool own_;
  Message& limits_;
  std::set<std::string>& seen_;
};

absl::Status NoSuchBot(const std::string& text, const std::string& name,
                       const std::vector<v1::BotEntry>& bots) {
  if (bots.empty())
    return Wrong(text, "expected LIMIT:VALUE,... without a name");
  const std::string names =
      absl::StrJoin(bots, ", ", [](std::string* out, const v1::BotEntry& bot) {
        out->append(PrintableLine(bot.name()));
      });
  return Wrong(text, absl::StrFormat("no bot is called \"%s\"; there %s %s",
                                     PrintableLine(name),
                                     bots.size() == 1 ? "is" : "are", names));
}

std::string ValueText(const Limit& limit, double value) {
  if (limit.is_yes_no) return value == 0 ? "no" : "yes";
  return absl::StrFormat("%.15g", value / limit.scale);
}

}  // namespace

std::span<const Limit> AllLimits() { return kLimits; }

std::string LimitKeys(const LimitUses& uses) {
  std::vector<std::string> keys;
  for (const Limit& limit : kLimits) {
    if (Contains(uses, limit.use)) keys.emplace_back(limit.key);
  }
  return absl::StrJoin(keys, ", ");
}

std::string LimitsHelp() {
  std::string text;
  for (const Limit& limit : kLimits) {
    std::string facts = limit.unit;
    if (limit.normal != kNoFixedDefault) {
      absl::StrAppend(&facts, facts.empty() ? "" : ", ", "default ",
                      ValueText(limit, limit.normal * limit.scale));
    }
    absl::StrAppendFormat(&text, "%s (%s)%s\n", limit.key, facts,
                          IsOwn(limit) ? "" : ", only of all bots");
    const std::string help = Wrapped(limit.help, kHelpWidth);
    for (const auto line : absl::StrSplit(help, '\n', absl::SkipEmpty())) {
      absl::StrAppend(&text, "    ", line, "\n");
    }
  }
  return text;
}

v1::Limits DefaultLimits() {
  v1::Limits limits;
  for (const Limit& limit : kLimits) {
    if (limit.normal == kNoFixedDefault) continue;
    SetNumber(limit.field, limit.normal * limit.scale, limits);
  }
  limits.set_unit_budget_ms(kDefaultUnitBudget);
  return limits;
}

v1::Limits OnlyLimits(const v1::Limits& limits, const LimitUses& uses) {
  v1::Limits only = limits;
  for (const Limit& limit : kLimits) {
    if (Contains(uses, limit.use)) continue;
    for (const char* field : {limit.field, limit.plus_field}) {
      if (field == nullptr) continue;
      only.GetReflection()->ClearField(&only, FieldNamed(only, field));
    }
  }
  return only;
}

absl::Status ReadLimits(const std::vector<std::string>& texts,
                        const LimitUses& uses, v1::Limits& all,
                        std::vector<v1::BotEntry>& bots) {
  std::map<std::string, std::set<std::string>> seen;  // keys by bot
  for (const std::string& text : texts) {
    // The name may contain "=", a limit does not.
    const std::size_t equals = text.rfind('=');
    const bool own = equals != std::string::npos;
    const std::string name = own ? text.substr(0, equals) : "";
    Message* limits = &all;
    if (own) {
      const auto bot = std::ranges::find_if(
          bots, [&](const v1::BotEntry& each) { return each.name() == name; });
      if (bot == bots.end()) return NoSuchBot(text, name, bots);
      limits = bot->mutable_own_limits();
    }
    LimitReader reader(text, uses, own, *limits, seen[name]);
    for (const absl::string_view part :
         absl::StrSplit(own ? text.substr(equals + 1) : text, ',')) {
      RETURN_IF_ERROR(reader.Read(part));
    }
  }
  if (all.increment_ms() == 0 || all.table_budget_ms() > 0) {
    return absl::OkStatus();
  }
  return FieldError("limits",
                    ": found an increment and no clock; expected both");
}

absl::Status ReadOwnLimits(const std::vector<std::string>& texts,
                           std::vector<v1::BotEntry>& bots) {
  for (const std::string& text : texts) {
    if (text.find('=') == std::string::npos) {
      return Wrong(text, "expected NAME=LIMIT:VALUE,...");
    }
  }
  v1::Limits none;
  return ReadLimits(texts, {kAnswer, kLeague, kProcess}, none, bots);
}

std::string LimitsText(const v1::Limits& limits, const LimitUses& uses) {
  std::vector<std::string> texts;
  for (const Limit& limit : kLimits) {
    if (!Contains(uses, limit.use)) continue;
    const FieldDescriptor* field = FieldNamed(limits, limit.field);
    if (field->has_presence() && !HasField(limit.field, limits)) continue;
    const double value = GetNumber(limit.field, limits);
    std::string text = absl::StrCat(limit.key, ":", ValueText(limit, value));
    if (limit.plus_field != nullptr && value > 0) {
      absl::StrAppend(&text, "+",
                      ValueText(limit, GetNumber(limit.plus_field, limits)));
    }
    texts.push_back(std::move(text));
  }
  return absl::StrJoin(texts, ",");
}

absl::Status CheckLimits(const v1::Limits& limits, const LimitUses& uses) {
  for (const Limit& limit : kLimits) {
    if (!Contains(uses, limit.use)) continue;
    const double found = GetNumber(limit.field, limits) / limit.scale;
    const double more = limit.plus_field == nullptr
                            ? 0
                            : GetNumber(limit.plus_field, limits) / limit.scale;
    const bool is_unset = limit.use == kProcess && found == 0;
    if (is_unset ||
        (found >= limit.least && found <= limit.most && more <= limit.most)) {
      continue;
    }
    return FieldError(
        "limits",
        absl::StrFormat(": %s is %.15g; expected %s", limit.key,
                        found <= limit.most ? std::max(found, more) : found,
                        RangeText(limit)));
  }
  return absl::OkStatus();
}

absl::Status CheckOwnLimits(const v1::BotEntry& bot) {
  const v1::OwnLimits& own = bot.own_limits();
  if (bot.has_own_limits() && !bot.builtin().empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: has limits of its own; a bundled bot answers at once inside "
        "the referee and has none",
        PrintableLine(bot.name())));
  }
  for (const Limit& limit : kLimits) {
    for (const char* field : {limit.field, limit.plus_field}) {
      if (field == nullptr || !HasField(field, own)) continue;
      if (limit.use == kProcess && (bot.has_remote() || bot.has_dial_in())) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "bot %s: has a limit %s of its own; the referee does not start it, "
            "so only limits of time hold for it",
            PrintableLine(bot.name()), limit.key));
      }
      const double found = GetNumber(field, own) / limit.scale;
      const double least = field == limit.field ? limit.least : 0;
      if (found >= least && found <= limit.most) continue;
      return absl::InvalidArgumentError(absl::StrFormat(
          "bot %s: own limit %s is %.15g; expected %.15g to %.15g",
          PrintableLine(bot.name()), limit.key, found, least, limit.most));
    }
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
    return FieldError(
        "format",
        absl::StrFormat(
            " is individual, and bot %s has a clock of its own; expected "
            "none, since partners share the clock of their side",
            bot.name()));
  }
  return absl::OkStatus();
}

absl::Status CheckNoOwnTime(const v1::LeagueConfig& config) {
  for (const v1::BotEntry& bot : config.bots()) {
    const v1::OwnLimits& own = bot.own_limits();
    if (!own.has_move_ms() && !own.has_table_budget_ms() &&
        !own.has_unit_budget_ms() && !own.has_total_budget_ms()) {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot %s: has a limit move, clock, unit or total of its own, which hold "
        "in leagues, matches and arenas only; expected none",
        PrintableLine(bot.name())));
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
