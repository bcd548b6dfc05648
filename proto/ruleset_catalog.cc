#include "proto/ruleset_catalog.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset_texts.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/nearest_name.h"
#include "proto/ruleset_codec.h"
#include "proto/whole_file.h"

namespace couillon::wire {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr int kLongestChain = 16;  // of rulesets that extend one another

// Keeps the first error of the parser, with its line and column.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  explicit FirstError(std::string name) : name_(std::move(name)) {}
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (text_.empty()) {
      text_ =
          absl::StrFormat("%s:%d:%d: %s", name_, line + 1, column + 1, message);
    }
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string name_;
  std::string text_;
};

// The text of an error, which may quote anything that the file holds, for a
// terminal: shortened, and escaped if it holds more than printable ASCII.
std::string ShownError(const std::string& text) {
  constexpr std::size_t kMaxBytes = 500;
  std::string shown = text.substr(0, kMaxBytes);
  if (text.size() > kMaxBytes) shown += "...";
  const bool plain = std::all_of(shown.begin(), shown.end(),
                                 [](char c) { return c >= ' ' && c <= '~'; });
  return plain ? shown : absl::CHexEscape(shown);
}

absl::Status ParseText(const std::string& text, const std::string& name,
                       Message& message) {
  FirstError error(name);
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (parser.ParseFromString(text, &message)) return absl::OkStatus();
  return absl::InvalidArgumentError(ShownError(error.text()));
}

// Empties the lists of `base` that `overlay` sets, so that a merge replaces
// them.
void ClearListsSetBy(const Message& overlay, Message& base) {
  std::vector<const FieldDescriptor*> fields;
  overlay.GetReflection()->ListFields(overlay, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->is_repeated()) {
      base.GetReflection()->ClearField(&base, field);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      ClearListsSetBy(overlay.GetReflection()->GetMessage(overlay, field),
                      *base.GetReflection()->MutableMessage(&base, field));
    }
  }
}

void Merge(const v1::Ruleset& overlay, v1::Ruleset& base) {
  ClearListsSetBy(overlay, base);
  base.MergeFrom(overlay);
}

const std::string* FindText(const std::vector<NamedText>& texts,
                            const std::string& name) {
  for (const NamedText& text : texts) {
    if (text.name == name) return &text.text;
  }
  return nullptr;
}

std::vector<std::string> Names(const std::vector<NamedText>& texts) {
  std::vector<std::string> names;
  names.reserve(texts.size());
  for (const NamedText& text : texts) names.push_back(text.name);
  std::sort(names.begin(), names.end());
  return names;
}

// The text of a built-in ruleset or of a file.
absl::StatusOr<std::string> ReadRulesetText(const std::string& name) {
  const bool is_file = name.find_first_of("/.") != std::string::npos;
  if (!is_file) {
    const std::string* text = FindText(RulesetTexts(), name);
    if (text != nullptr) return *text;
    const bool is_list = name.find_first_of("; \t") != std::string::npos;
    return absl::NotFoundError(absl::StrFormat(
        "no ruleset is called \"%s\"; there are: %s (or give the path of a "
        "file)%s",
        name, absl::StrJoin(RulesetIds(), " "),
        is_list ? "; expected commas between rulesets"
                : DidYouMean(name, RulesetIds())));
  }
  return ReadWhole(name, kMaxTextBytes);
}

// Parses a ruleset and merges it over the chain of its bases.
absl::StatusOr<v1::Ruleset> Resolve(const std::string& text,
                                    const std::string& name, int depth) {
  v1::Ruleset own;
  absl::Status status = ParseText(text, name, own);
  if (!status.ok()) return status;
  if (own.id().empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: id is not set", name));
  }
  if (own.extends().empty()) return own;
  if (depth == kLongestChain) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: extends \"%s\" goes round in a circle", name, own.extends()));
  }
  absl::StatusOr<std::string> base_text = ReadRulesetText(own.extends());
  if (!base_text.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, ": extends: ", base_text.status().message()));
  }
  absl::StatusOr<v1::Ruleset> base =
      Resolve(*base_text, own.extends(), depth + 1);
  if (!base.ok()) return base.status();
  Merge(own, *base);
  return *base;
}

// Sets the field at `path` ("match.max_deals") to `number`.
absl::Status SetNumber(const std::string& path, std::uint32_t number,
                       Message& root) {
  Message* message = &root;
  const std::vector<std::string> names = absl::StrSplit(path, '.');
  for (std::size_t i = 0; i < names.size(); ++i) {
    const FieldDescriptor* field =
        message->GetDescriptor()->FindFieldByName(names[i]);
    const bool last = i + 1 == names.size();
    const auto wanted = last ? FieldDescriptor::CPPTYPE_UINT32
                             : FieldDescriptor::CPPTYPE_MESSAGE;
    if (field == nullptr || field->cpp_type() != wanted ||
        (!last && field->is_repeated())) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "number.field is \"%s\"; there is no such number", path));
    }
    const google::protobuf::Reflection* reflection = message->GetReflection();
    if (!last) {
      message = reflection->MutableMessage(message, field);
    } else if (field->is_repeated()) {
      reflection->ClearField(message, field);
      reflection->AddUInt32(message, field, number);
    } else {
      reflection->SetUInt32(message, field, number);
    }
  }
  return absl::OkStatus();
}

// Splits "max-deals-10" into "max-deals-N" and 10.
bool SplitNumber(const std::string& name, std::string& id,
                 std::uint32_t& number) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string::npos) return false;
  if (!absl::SimpleAtoi(name.substr(dash + 1), &number)) return false;
  id = name.substr(0, dash + 1) + "N";
  return true;
}

// A switch of `ruleset`, with its number if it takes one.
absl::StatusOr<v1::Switch> ReadSwitch(const std::string& name,
                                      const v1::Ruleset& ruleset) {
  std::string id = name;
  std::uint32_t number = 0;
  const auto offered = [&ruleset](const std::string& candidate) {
    return std::find(ruleset.switches().begin(), ruleset.switches().end(),
                     candidate) != ruleset.switches().end();
  };
  if (!offered(name) && !(SplitNumber(name, id, number) && offered(id))) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: the switch \"%s\" does not apply; those that do: %s%s",
        ruleset.id(), name,
        ruleset.switches().empty() ? std::string("none")
                                   : absl::StrJoin(ruleset.switches(), " "),
        DidYouMean(name,
                   {ruleset.switches().begin(), ruleset.switches().end()})));
  }
  const std::string* text = FindText(SwitchTexts(), id);
  if (text == nullptr) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: switches names \"%s\", which does not exist", ruleset.id(), id));
  }
  v1::Switch found;
  absl::Status status = ParseText(*text, id, found);
  if (!status.ok()) return status;
  found.set_id(name);
  if (found.has_number()) {
    if (number < found.number().min() || number > found.number().max()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: the switch \"%s\" takes a number from %d to %d", ruleset.id(),
          name, found.number().min(), found.number().max()));
    }
    status =
        SetNumber(found.number().field(), number, *found.mutable_overlay());
    if (!status.ok()) return status;
  }
  return found;
}

void Apply(const v1::Switch& change, v1::Ruleset& ruleset) {
  Merge(change.overlay(), ruleset);
  if (!change.has_amend_step()) return;
  for (v1::Step& step : *ruleset.mutable_script()) {
    if (step.kind_case() == change.amend_step().kind_case()) {
      step.MergeFrom(change.amend_step());
    }
  }
}

// Whether `ruleset`, to which `applied` were applied in their order, still has
// what `change`, one of them, sets. A number that a later switch gives may
// replace that of a switch that takes none.
bool Holds(const v1::Switch& change, const std::vector<v1::Switch>& applied,
           const v1::Ruleset& ruleset) {
  v1::Ruleset again = ruleset;
  Apply(change, again);
  for (const v1::Switch& other : applied) {
    if (!change.has_number() && other.has_number()) Apply(other, again);
  }
  return google::protobuf::util::MessageDifferencer::Equals(again, ruleset);
}

// Applies the switches in their order. A switch that a later one would undo is
// an error: the name of the ruleset would promise what its rules do not have.
absl::Status ApplySwitches(std::span<const std::string> names,
                           v1::Ruleset& ruleset) {
  const std::string base = ruleset.id();
  std::vector<v1::Switch> applied;
  for (const std::string& name : names) {
    absl::StatusOr<v1::Switch> change = ReadSwitch(name, ruleset);
    if (!change.ok()) return change.status();
    Apply(*change, ruleset);
    applied.push_back(*std::move(change));
    for (const v1::Switch& earlier : applied) {
      if (Holds(earlier, applied, ruleset)) continue;
      const bool in_any_order =
          applied.back().has_number() || !earlier.has_number();
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: the switch \"%s\" undoes \"%s\", which comes before it; "
          "expected %s",
          base, name, earlier.id(),
          in_any_order ? "one of them" : "them in the other order"));
    }
    ruleset.set_id(ruleset.id() + "+" + name);
  }
  return absl::OkStatus();
}

absl::StatusOr<Ruleset> FromNamedMessage(const v1::Ruleset& message,
                                         const std::string& name) {
  absl::StatusOr<Ruleset> ruleset = FromMessage(message);
  if (ruleset.ok()) return ruleset;
  return absl::Status(ruleset.status().code(),
                      absl::StrCat(name, ": ", ruleset.status().message()));
}

}  // namespace

std::vector<std::string> RulesetIds() { return Names(RulesetTexts()); }

std::vector<SwitchInfo> DescribeSwitches(const std::vector<std::string>& ids) {
  std::vector<SwitchInfo> infos;
  for (const std::string& id : ids) {
    const std::string* text = FindText(SwitchTexts(), id);
    v1::Switch message;
    if (text == nullptr || !ParseText(*text, id, message).ok()) continue;
    infos.push_back({id,
                     message.summary(),
                     {message.sources().begin(), message.sources().end()}});
  }
  return infos;
}

absl::StatusOr<Ruleset> ParseRuleset(const std::string& text,
                                     const std::string& name) {
  absl::StatusOr<v1::Ruleset> message = Resolve(text, name, 0);
  if (!message.ok()) return message.status();
  return FromNamedMessage(*message, name);
}

absl::StatusOr<Ruleset> FindRuleset(const std::string& spec) {
  std::vector<std::string> parts = absl::StrSplit(spec, '+');
  absl::StatusOr<std::string> text = ReadRulesetText(parts[0]);
  if (!text.ok()) return text.status();
  absl::StatusOr<v1::Ruleset> message = Resolve(*text, parts[0], 0);
  if (!message.ok()) return message.status();
  absl::Status status = ApplySwitches(std::span(parts).subspan(1), *message);
  if (!status.ok()) return status;
  return FromNamedMessage(*message, spec);
}

absl::StatusOr<CompiledRules> FindRules(const std::string& spec) {
  absl::StatusOr<Ruleset> ruleset = FindRuleset(spec);
  if (!ruleset.ok()) return ruleset.status();
  absl::StatusOr<CompiledRules> rules = CompileRules(*ruleset);
  if (rules.ok()) return rules;
  return absl::Status(rules.status().code(),
                      absl::StrCat(spec, ": ", rules.status().message()));
}

}  // namespace couillon::wire
