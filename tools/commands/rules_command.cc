// couillon rules: lists the rulesets, or explains one in plain words.
#include <cstddef>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/text/display_width.h"
#include "couillon/v1/ruleset.pb.h"  // IWYU pragma: keep
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "google/protobuf/util/json_util.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tools/commands/shared/command.h"
#include "tools/explain/explain_rules.h"
#include "tools/options/command_line.h"
#include "tools/words/catalogue.h"
#include "tools/words/language.h"

namespace couillon::tools {
namespace {

using arena::Json;

constexpr std::size_t kColumns = 80;

struct RulesOptions {
  std::string ruleset;
  std::string format = "text";
  std::string language = LanguageCode(Language::kEnglish);
};

// Wraps `text` at 80 columns; the first line starts with `first`, the others
// are indented by its length.
std::string Wrapped(const std::string& first, const std::string& text) {
  const std::string indent(first.size(), ' ');
  std::istringstream words(text);
  std::string wrapped;
  std::string line = first;
  bool empty = true;
  for (std::string word; words >> word;) {
    if (!empty &&
        arena::DisplayWidth(absl::StrCat(line, " ", word)) > kColumns) {
      wrapped += line + '\n';
      line = indent;
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
  }
  return wrapped + line + '\n';
}

std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// --- All rulesets.

absl::Status ListRulesets(bool as_json) {
  Json list = Json::array();
  std::string text =
      absl::StrFormat("%-18s %-8s %s\n", "ID", "PLAYERS", "TITLE");
  for (const std::string& id : wire::RulesetIds()) {
    ASSIGN_OR_RETURN(const Ruleset ruleset, wire::FindRuleset(id));
    Json entry;
    entry["id"] = id;
    entry["players"] = ruleset.table.players;
    entry["sides"] = ruleset.table.sides;
    entry["title"] = ruleset.title;
    entry["summary"] = ruleset.summary;
    entry["switches"] = ruleset.switches;
    list.push_back(entry);
    text += absl::StrFormat("%-18s %-8d %s\n", id, ruleset.table.players,
                            ruleset.title);
  }
  Json document = arena::NewDocument(arena::kRulesetsSchema);
  document["rulesets"] = std::move(list);
  std::cout << (as_json ? Dump(document)
                        : text + "\n\"couillon rules ID\" explains one.\n");
  return absl::OkStatus();
}

// --- One ruleset.

std::string ToText(const CompiledRules& rules, Language language) {
  const Ruleset& ruleset = rules.ruleset;
  const Catalogue& words = WordsIn(language);
  std::string text = ruleset.id;
  if (!ruleset.title.empty()) text += ": " + ruleset.title;
  text += '\n';
  if (!ruleset.summary.empty()) {
    const bool is_switched = absl::StrContains(ruleset.id, '+');
    text +=
        "\n" + Wrapped("", is_switched ? words.Say("label_without_switches") +
                                             " " + ruleset.summary
                                       : ruleset.summary);
  }
  for (const ExplainedSection& section : ExplainRules(rules, language)) {
    text += "\n" + section.heading + "\n";
    for (const std::string& sentence : section.sentences) {
      text += Wrapped("  - ", sentence);
    }
  }
  const std::vector<wire::SwitchInfo> switches =
      wire::DescribeSwitches(ruleset.switches);
  if (!switches.empty()) {
    text += "\n" +
            words.Say("label_switches", {{"ruleset", Keyword(ruleset.id)}}) +
            "\n";
  }
  for (const wire::SwitchInfo& info : switches) {
    text += Wrapped(absl::StrFormat("  %-23s ", info.id), info.summary);
  }
  if (!ruleset.sources.empty()) {
    text += "\n" + words.Say("label_sources") + "\n" +
            Wrapped("  ", absl::StrJoin(ruleset.sources, " "));
  }
  if (!ruleset.decisions.empty()) {
    text += "\n" + words.Say("label_open_points") + "\n" +
            Wrapped("  ", absl::StrJoin(ruleset.decisions, " "));
  }
  return text;
}

// Every knob, with the names and values of a ruleset file.
Json Knobs(const Ruleset& ruleset) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string text;
  COUILLON_CHECK(google::protobuf::util::MessageToJsonString(
                     wire::ToMessage(ruleset), &text, options)
                     .ok());
  return Json::parse(text);
}

std::string ToJson(const CompiledRules& rules, Language language) {
  const Ruleset& ruleset = rules.ruleset;
  Json sections = Json::array();
  for (const ExplainedSection& section : ExplainRules(rules, language)) {
    Json entry;
    entry["heading"] = section.heading;
    entry["sentences"] = section.sentences;
    sections.push_back(entry);
  }
  Json switches = Json::array();
  for (const wire::SwitchInfo& info :
       wire::DescribeSwitches(ruleset.switches)) {
    Json entry;
    entry["id"] = info.id;
    entry["summary"] = info.summary;
    entry["sources"] = info.sources;
    switches.push_back(entry);
  }
  Json object = arena::NewDocument(arena::kRulesetSchema);
  object["id"] = ruleset.id;
  object["hash"] = wire::RulesetHash(ruleset);
  object["ruleset"] = Knobs(ruleset);
  object["explanation"] = sections;
  object["switches"] = switches;
  return Dump(object);
}

absl::Status ShowRules(const RulesOptions& options) {
  const bool as_json = options.format == "json";
  if (options.ruleset.empty()) {
    RETURN_IF_ERROR(ListRulesets(as_json));
  } else {
    ASSIGN_OR_RETURN(const CompiledRules rules,
                     wire::FindRules(options.ruleset));
    const Language language = LanguageOf(options.language);
    std::cout << (as_json ? ToJson(rules, language) : ToText(rules, language));
  }
  return absl::OkStatus();
}

}  // namespace

void AddRulesCommand(CommandLine app) {
  CommandLine rules = app.AddSubcommand(
      "rules", "List the rulesets, or explain one in plain words");
  rules.SetGroup("Rules and deals");
  rules.SetExamples("couillon rules", "couillon rules kujong --lang fr");
  auto options = std::make_shared<RulesOptions>();
  rules
      .AddOption("ruleset", options->ruleset,
                 "Id or file of a ruleset, then +SWITCH for each switch; "
                 "without it all rulesets are listed")
      .ValueName(kRulesetValue);
  rules.AddOption("--format", options->format, "text, or json with every knob")
      .OneOf({"text", "json"})
      .ShowDefault();
  rules
      .AddOption("--lang", options->language,
                 "Language of the explanation of a ruleset; its title, summary "
                 "and switches are as in the files")
      .OneOf(LanguageCodes())
      .ShowDefault();
  rules.OnChosen([options] { return ExitWith(ShowRules(*options)); });
}

}  // namespace couillon::tools
