// The table of options, and the two ways between its texts and the fields.
#include "arena/league/setup/config_options.h"

#include <array>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/league/setup/message_fields.h"
#include "arena/league/setup/setup.h"
#include "arena/numbers/text/field_status.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "google/protobuf/descriptor.h"

namespace couillon::arena {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

constexpr auto kOptions = std::to_array<ConfigOption>({
    {.name = "--format",
     .field = "format",
     .help = "round-robin: every two bots meet; individual: each bot is rated "
             "on its own, with partners that change; three-way: every three "
             "bots meet; gauntlet: the first bot against every other",
     .choices = "round-robin|individual|three-way|gauntlet"},
    {.name = "--record",
     .field = "record_deals",
     .help = "Store nothing of each deal, or all actions (the default with "
             "--audit)",
     .choices = "none|deals",
     .shapes_results = false},
    {.name = "--block",
     .field = "block_items",
     .help = "Deals or matches per unit of work",
     .least = 1,
     .most = kMaxBlockItems,
     .is_rare = true},
    {.name = "--seed",
     .field = "seed",
     .help = "Seed text, to repeat a league, or @FILE, whose content it is. "
             "Leave it out, or use a file, where others enter bots (default: a "
             "random seed)"},
    {.name = "--coupled",
     .field = "coupled",
     .help = "The same random draws in both seatings: the score of a bot "
             "against itself is exactly zero",
     .is_rare = true},
});

const FieldDescriptor& FieldOf(const ConfigOption& option) {
  const FieldDescriptor* field =
      FieldNamed(v1::LeagueConfig::default_instance(), option.field);
  COUILLON_CHECK(field != nullptr);
  return *field;
}

// The number of the value of an enum that users write as `choice`: "three-way"
// is LEAGUE_FORMAT_THREE_WAY.
int EnumNumber(const EnumDescriptor& values, const std::string& choice) {
  const std::string end = absl::StrCat(
      "_", absl::AsciiStrToUpper(absl::StrReplaceAll(choice, {{"-", "_"}})));
  for (int i = 0; i < values.value_count(); ++i) {
    if (values.value(i)->name().ends_with(end)) {
      return values.value(i)->number();
    }
  }
  COUILLON_CHECK(false);
  return 0;
}

// The value of the field for a choice.
double NumberOf(const ConfigOption& option, const std::string& choice) {
  const FieldDescriptor& field = FieldOf(option);
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    return EnumNumber(*field.enum_type(), choice);
  }
  return ListChoices(option).front() == choice ? 0 : 1;
}

// A part of --trust and the value of the field that it sets.
struct TrustPart {
  const char* word;
  const char* field;
  int value;
};

constexpr std::array<TrustPart, 4> kTrustParts = {
    {{"same-deals", "same_deals", 1},
     {"shared-process", "shared_process", 1},
     {"true-suits", "suit_labels", v1::SUIT_LABELS_TRUE},
     {"strangers", "suit_labels", v1::SUIT_LABELS_CHANGED}}};
constexpr std::size_t kPartsOfOwn = 3;  // the first ones

// Whether the league is one table, which has no other to share deals with.
bool IsOneTable(const LeagueRequest& request) {
  return request.config.format() == v1::LEAGUE_FORMAT_THREE_WAY &&
         request.bots.size() == 3 && request.rulesets.size() <= 1;
}

}  // namespace

std::span<const ConfigOption> ConfigOptions() { return kOptions; }

std::vector<std::string> ListChoices(const ConfigOption& option) {
  return absl::StrSplit(option.choices, '|', absl::SkipEmpty());
}

ConfigKind KindOf(const ConfigOption& option) {
  if (*option.choices != '\0') return ConfigKind::kChoice;
  switch (FieldOf(option).cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return ConfigKind::kFlag;
    case FieldDescriptor::CPPTYPE_STRING:
      return ConfigKind::kText;
    default:
      return ConfigKind::kNumber;
  }
}

void SetOption(const ConfigOption& option, v1::LeagueConfig& config) {
  SetNumber(option.field, 1, config);
}

void SetOption(const ConfigOption& option, std::uint64_t number,
               v1::LeagueConfig& config) {
  SetNumber(option.field, static_cast<double>(number), config);
}

void SetOption(const ConfigOption& option, const std::string& text,
               v1::LeagueConfig& config) {
  if (KindOf(option) == ConfigKind::kText) {
    config.GetReflection()->SetString(&config, &FieldOf(option), text);
  } else {
    SetNumber(option.field, NumberOf(option, text), config);
  }
}

std::vector<std::string> FormatOption(const ConfigOption& option,
                                      const v1::LeagueConfig& config) {
  const ConfigKind kind = KindOf(option);
  if (kind == ConfigKind::kText) {
    return {option.name,
            config.GetReflection()->GetString(config, &FieldOf(option))};
  }
  const double number = GetNumber(option.field, config);
  if (kind == ConfigKind::kNumber) {
    return {option.name, absl::StrCat(static_cast<std::uint64_t>(number))};
  }
  if (kind == ConfigKind::kFlag) {
    if (number == 0) return {};
    return {option.name};
  }
  const std::vector<std::string> choices = ListChoices(option);
  for (const std::string& choice : choices) {
    if (NumberOf(option, choice) == number) return {option.name, choice};
  }
  return {option.name, choices.front()};
}

std::vector<std::string> TrustWords() {
  return {"own",        "others",    "strangers", "shared-process",
          "true-suits", "same-deals"};
}

absl::Status SetTrust(const std::vector<std::string>& words,
                      LeagueRequest& request) {
  v1::LeagueConfig& config = request.config;
  for (const std::string& word : words) {
    const bool own = word == "own";
    if (own && !request.open && !IsOneTable(request)) {
      request.force_same_deals = true;
    }
    for (std::size_t i = 0; i < kTrustParts.size(); ++i) {
      const TrustPart& part = kTrustParts[i];
      const bool is_meant = own ? i > 0 && i < kPartsOfOwn : word == part.word;
      if (!is_meant) continue;
      const double before = GetNumber(part.field, config);
      if (before != 0 && before != part.value) {
        return FieldError(
            "trust", ": found true and relabelled suits; expected one of them");
      }
      SetNumber(part.field, part.value, config);
    }
  }
  return absl::OkStatus();
}

std::vector<std::string> FormatTrust(const v1::LeagueConfig& config) {
  std::vector<std::string> words;
  for (const TrustPart& part : kTrustParts) {
    if (GetNumber(part.field, config) == part.value) {
      words.emplace_back(part.word);
    }
  }
  const bool is_own = words.size() == kPartsOfOwn &&
                      words.back() == kTrustParts[kPartsOfOwn - 1].word;
  return is_own ? std::vector<std::string>{"own"} : words;
}

}  // namespace couillon::arena
