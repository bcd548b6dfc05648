// Ranges, texts and names field by field, before anything is computed from
// them.

#include "arena/table/schedule/stored_config.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace couillon::arena {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::uint64_t kMaxItems = std::uint64_t{1} << 40;
constexpr std::uint64_t kMaxBlockItems = 65536;
constexpr std::uint64_t kMaxFirstItem = std::uint64_t{1} << 60;
constexpr std::uint64_t kMaxUnitBudgetMs = std::uint64_t{1} << 50;
constexpr std::int64_t kMaxUnits = std::int64_t{1} << 52;
constexpr int kMaxRulesets = 1024;
constexpr std::size_t kMaxName = 200;
constexpr double kMaxElo = 100;

template <typename Value>
absl::Status CheckRange(const char* field, Value found, Value least,
                        Value most) {
  if (found >= least && found <= most) return absl::OkStatus();  // no NaN
  return absl::InvalidArgumentError(
      absl::StrCat(field, " is ", found, "; expected ", least, " to ", most));
}

// Words of commands may be anything; they are escaped where they are shown.
bool MayBeUnprintable(const FieldDescriptor& field) {
  return field.name() == "command" || field.name() == "bot_environment" ||
         field.name() == "readable_paths";
}

absl::Status CheckText(const FieldDescriptor& field, const std::string& text) {
  if (Printable(text, text.size()) == text) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\"; expected printable text", std::string(field.name()),
      PrintableLine(text, kMaxName)));
}

// Messages of a configuration are nested a few levels deep.
// NOLINTNEXTLINE(misc-no-recursion)
absl::Status CheckTexts(const Message& message) {
  const google::protobuf::Reflection& values = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  values.ListFields(message, &fields);
  std::string scratch;
  for (const FieldDescriptor* field : fields) {
    const bool is_text = field->type() == FieldDescriptor::TYPE_STRING;
    const bool is_message =
        field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if ((!is_text && !is_message) || MayBeUnprintable(*field)) continue;
    const bool many = field->is_repeated();
    const int size = many ? values.FieldSize(message, field) : 1;
    for (int i = 0; i < size; ++i) {
      RETURN_IF_ERROR(
          is_message
              ? CheckTexts(many ? values.GetRepeatedMessage(message, field, i)
                                : values.GetMessage(message, field))
              : CheckText(*field, many ? values.GetRepeatedStringReference(
                                             message, field, i, &scratch)
                                       : values.GetStringReference(
                                             message, field, &scratch)));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckNames(const v1::LeagueConfig& config) {
  std::set<std::string> names;
  for (const v1::BotEntry& bot : config.bots()) {
    RETURN_IF_ERROR(CheckPlainText("bots.name", bot.name(), kMaxName));
    if (bot.name().empty() || !names.insert(bot.name()).second) {
      return absl::InvalidArgumentError(
          absl::StrFormat("bots.name is \"%s\"; expected another name for each "
                          "bot",
                          bot.name()));
    }
  }
  return absl::OkStatus();
}

// The tables of the rulesets, as MakeSchedule() requires them; compiling them
// checks the rest.
absl::Status CheckTables(const v1::LeagueConfig& config) {
  const std::uint32_t seats = config.rulesets(0).ruleset().table().players();
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const v1::Table& table = entry.ruleset().table();
    const bool fits = table.sides() <= std::uint32_t{kMaxSides} &&
                      (!IsThreeWay(config) || table.sides() == 3) &&
                      (!IsIndividual(config) ||
                       (table.sides() == 2 && table.players() == seats &&
                        seats >= 4 && seats <= std::uint32_t{kMaxSeats}));
    if (fits) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "rulesets: %s has %d players on %d sides; expected what the format of "
        "the league can seat",
        PrintableLine(entry.spec(), kMaxName), table.players(), table.sides()));
  }
  return absl::OkStatus();
}

absl::Status CheckSprt(const v1::SequentialTest& test) {
  absl::Status status = CheckRange("sprt.elo0", test.elo0(), -kMaxElo, kMaxElo);
  if (status.ok()) {
    status = CheckRange("sprt.elo1", test.elo1(), test.elo0(), kMaxElo);
  }
  for (const double error : {test.alpha(), test.beta()}) {
    if (status.ok() && (!(error > 0) || !(error < 1))) {
      status = absl::InvalidArgumentError(absl::StrCat(
          "sprt: an error is ", error, "; expected one between 0 and 1"));
    }
  }
  return status;
}

// Checks that do not depend on the bots.
absl::Status CheckCommon(const v1::LeagueConfig& config) {
  absl::Status status =
      CheckRange("rulesets", config.rulesets_size(), 1, kMaxRulesets);
  if (status.ok()) {
    status = CheckRange("items", config.items(), std::uint64_t{1}, kMaxItems);
  }
  if (status.ok()) {
    status = CheckRange("block_items", std::uint64_t{config.block_items()},
                        std::uint64_t{1}, kMaxBlockItems);
  }
  if (status.ok()) {
    status =
        CheckRange("limits.unit_budget_ms", config.limits().unit_budget_ms(),
                   std::uint64_t{0}, kMaxUnitBudgetMs);
  }
  if (status.ok() && (!v1::LeagueMode_IsValid(config.mode()) ||
                      !v1::LeagueFormat_IsValid(config.format()) ||
                      !v1::Isolation_IsValid(config.isolation()) ||
                      !v1::SuitLabels_IsValid(config.suit_labels()))) {
    status = absl::InvalidArgumentError(
        "mode, format, isolation or suit_labels is a number without a name; "
        "expected a named one");
  }
  if (status.ok() && config.has_sprt()) status = CheckSprt(config.sprt());
  if (status.ok()) status = CheckTables(config);
  return status.ok() ? CheckTexts(config) : status;
}

absl::Status CheckPairings(const v1::LeagueConfig& config) {
  const auto bots = static_cast<std::uint32_t>(config.bots_size());
  for (const v1::LeaguePairing& pairing : config.pairings()) {
    if (pairing.first() < bots && pairing.second() < bots &&
        pairing.first() != pairing.second() &&
        pairing.first_item() <= kMaxFirstItem) {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "pairings: found bots %d and %d from item %d; expected two of %d bots",
        pairing.first(), pairing.second(), pairing.first_item(), bots));
  }
  const int seats =
      static_cast<int>(config.rulesets(0).ruleset().table().players());
  for (const v1::LeagueTable& table : config.tables()) {
    std::set<std::uint32_t> seated(table.first().begin(), table.first().end());
    seated.insert(table.second().begin(), table.second().end());
    if (table.first_size() == table.second_size() &&
        table.first_size() + table.second_size() == seats &&
        static_cast<int>(seated.size()) == seats && *seated.rbegin() < bots &&
        table.first_item() <= kMaxFirstItem) {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "tables: found one of %d and %d bots; expected two teams of different "
        "ones, %d together",
        table.first_size(), table.second_size(), seats));
  }
  return absl::OkStatus();
}

// The number of bots that a league of its format needs.
int LeastBots(const v1::LeagueConfig& config) {
  if (IsThreeWay(config)) return 3;
  if (!IsIndividual(config)) return 2;
  return static_cast<int>(config.rulesets(0).ruleset().table().players());
}

// Requires: the bots are checked.
absl::Status CheckSize(const v1::LeagueConfig& config) {
  const bool listed = config.format() == v1::LEAGUE_FORMAT_PAIRINGS;
  if (listed && config.pairings().empty()) {
    return absl::InvalidArgumentError("pairings: found none; expected one");
  }
  // Round by round there are fewer than when all meet.
  const std::int64_t pairings =
      IsIndividual(config) ? config.bots_size() : CountPairings(config);
  RETURN_IF_ERROR(CheckRange(
      "the number of pairings", pairings, std::int64_t{1},
      config.same_deals() && !IsIndividual(config) ? kMaxPairingsOnSameDeals
                                                   : kMaxPairings));
  const double blocks =
      static_cast<double>(config.items()) / config.block_items() + 1;
  return CheckRange("the number of units",
                    static_cast<double>(pairings) * config.rulesets_size() *
                        blocks * config.bots_size(),
                    0.0, static_cast<double>(kMaxUnits));
}

}  // namespace

absl::Status CheckStoredConfig(const v1::LeagueConfig& config) {
  absl::Status status = CheckCommon(config);
  if (status.ok()) {
    status = CheckRange("bots", config.bots_size(), LeastBots(config),
                        kMaxStoredBots);
  }
  if (status.ok()) status = CheckNames(config);
  if (status.ok()) status = CheckPairings(config);
  return status.ok() ? CheckSize(config) : status;
}

absl::Status CheckStoredSettings(const v1::LeagueConfig& settings) {
  return CheckCommon(settings);
}

absl::Status CheckStoredBot(const v1::BotEntry& bot) {
  absl::Status status = CheckPlainText("bot.name", bot.name(), kMaxName);
  if (status.ok() && bot.name().empty()) {
    status = absl::InvalidArgumentError("bot.name is empty; expected a name");
  }
  for (const std::string& word : bot.command()) {
    if (IsUtf8(word) || !status.ok()) continue;
    status = absl::InvalidArgumentError(absl::StrFormat(
        "bot.command has \"%s\"; expected UTF-8", PrintableLine(word)));
  }
  return status.ok() ? CheckTexts(bot) : status;
}

}  // namespace couillon::arena
