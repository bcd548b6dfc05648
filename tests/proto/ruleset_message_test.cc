// Rulesets as messages: nothing is lost either way, nothing may be left out,
// and the hash follows the rules and nothing else.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"

namespace couillon::tests {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

TEST(RulesetMessageTest, ReadingWhatWasWrittenGivesTheSame) {
  for (const std::string& id : wire::RulesetIds()) {
    for (const std::string& spec : SpecsOf(id)) {
      SCOPED_TRACE(spec);
      const Ruleset ruleset = Rules(spec).ruleset;
      const v1::Ruleset message = wire::ToMessage(ruleset);
      const absl::StatusOr<Ruleset> read = wire::FromMessage(message);
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(wire::ToMessage(*read).DebugString(), message.DebugString());
      EXPECT_EQ(read->id, ruleset.id);
      EXPECT_EQ(read->switches, ruleset.switches);
      EXPECT_EQ(wire::RulesetHash(*read), wire::RulesetHash(ruleset));
    }
  }
}

// Calls `visit` with every field that is set below `message`, but for what is
// there for people alone; `path` is "table.players" or "script[1].name.pool".
using Visit = std::function<void(Message& parent, const FieldDescriptor& field,
                                 int index, const std::string& path)>;

void WalkKnobs(Message& message, const std::string& prefix,
               const Visit& visit) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (prefix.empty() && field->number() <= 7) continue;  // names, sources
    const std::string path = prefix + field->name();
    const bool is_message =
        field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!field->is_repeated()) {
      if (is_message) {
        WalkKnobs(*reflection.MutableMessage(&message, field), path + ".",
                  visit);
      } else {
        visit(message, *field, -1, path);
      }
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      const std::string at = absl::StrCat(path, "[", i, "]");
      if (is_message) {
        WalkKnobs(*reflection.MutableRepeatedMessage(&message, field, i),
                  at + ".", visit);
      } else {
        visit(message, *field, i, at);
      }
    }
  }
}

// The paths of all knobs that are set.
std::vector<std::string> KnobsOf(v1::Ruleset message) {
  std::vector<std::string> knobs;
  WalkKnobs(message, "",
            [&knobs](Message&, const FieldDescriptor&, int,
                     const std::string& path) { knobs.push_back(path); });
  return knobs;
}

// Another value of the same kind.
std::string Other(const std::string& text) {
  if (text == "QS") return "KS";
  if (text.size() == 2) return "QS";          // a card
  return text.substr(1) + text.substr(0, 1);  // ranks
}

const EnumValueDescriptor& Other(const EnumValueDescriptor& value) {
  const EnumDescriptor& type = *value.type();
  const int next =
      value.number() + 1 < type.value_count() ? value.number() + 1 : 1;
  return *type.FindValueByNumber(next);
}

void ChangeListed(Message& parent, const FieldDescriptor& field, int index) {
  const Reflection& reflection = *parent.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
    reflection.SetRepeatedUInt32(
        &parent, &field, index,
        reflection.GetRepeatedUInt32(parent, &field, index) + 1);
  } else {
    reflection.SetRepeatedString(
        &parent, &field, index,
        Other(reflection.GetRepeatedString(parent, &field, index)));
  }
}

void Change(Message& parent, const FieldDescriptor& field, int index) {
  if (index >= 0) {
    ChangeListed(parent, field, index);
    return;
  }
  const Reflection& reflection = *parent.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      reflection.SetBool(&parent, &field, !reflection.GetBool(parent, &field));
      return;
    case FieldDescriptor::CPPTYPE_UINT32:
      reflection.SetUInt32(&parent, &field,
                           reflection.GetUInt32(parent, &field) + 1);
      return;
    case FieldDescriptor::CPPTYPE_INT32:
      reflection.SetInt32(&parent, &field,
                          reflection.GetInt32(parent, &field) + 1);
      return;
    case FieldDescriptor::CPPTYPE_ENUM:
      reflection.SetEnum(&parent, &field,
                         &Other(*reflection.GetEnum(parent, &field)));
      return;
    default:
      reflection.SetString(&parent, &field,
                           Other(reflection.GetString(parent, &field)));
  }
}

// The rulesets that between them set every knob there is.
std::vector<std::string> Samples() {
  return {
      "mit-malmedy+red-queens", "troeven-3-dummy", "troeven-3-solo", "force-fr",
      "troeven-2-stock",        "force-gerver",    "kwajongen"};
}

TEST(RulesetHashTest, EveryKnobChangesTheHash) {
  for (const std::string& spec : Samples()) {
    const v1::Ruleset original = wire::ToMessage(Rules(spec).ruleset);
    const std::string hash = wire::RulesetHash(*wire::FromMessage(original));
    int knobs = 0;
    for (const std::string& knob : KnobsOf(original)) {
      ++knobs;
      v1::Ruleset changed = original;
      WalkKnobs(changed, "",
                [&knob](Message& parent, const FieldDescriptor& field,
                        int index, const std::string& path) {
                  if (path == knob) Change(parent, field, index);
                });
      const absl::StatusOr<Ruleset> read = wire::FromMessage(changed);
      ASSERT_TRUE(read.ok()) << knob << " " << read.status();
      EXPECT_NE(wire::RulesetHash(*read), hash) << spec << " " << knob;
    }
    EXPECT_GT(knobs, 50);
  }
}

TEST(RulesetHashTest, NamesAndSourcesDoNotChangeTheHash) {
  for (const std::string& spec : Samples()) {
    Ruleset ruleset = Rules(spec).ruleset;
    const std::string hash = wire::RulesetHash(ruleset);
    EXPECT_EQ(hash.size(), 64U);
    ruleset.id = "mine";
    ruleset.title = "Mine";
    ruleset.summary = "Mine.";
    ruleset.sources = {"me:1"};
    ruleset.decisions = {};
    ruleset.switches = {};
    EXPECT_EQ(wire::RulesetHash(ruleset), hash);
  }
}

TEST(RulesetHashTest, StepsAndTheirOrderCount) {
  Ruleset ruleset = Rules("ardennes").ruleset;
  const std::string hash = wire::RulesetHash(ruleset);
  std::swap(ruleset.script.front(), ruleset.script.back());
  const std::string swapped = wire::RulesetHash(ruleset);
  ruleset.script.pop_back();
  EXPECT_NE(swapped, hash);
  EXPECT_NE(wire::RulesetHash(ruleset), swapped);
}

// A knob left out is an error: nothing has a silent default.
TEST(RulesetMessageTest, MissingKnobsAreNamed) {
  for (const std::string spec : {"mit-malmedy", "troeven-3-dummy"}) {
    const v1::Ruleset original = wire::ToMessage(Rules(spec).ruleset);
    EXPECT_GT(KnobsOf(original).size(), 50U);
    for (const std::string& knob : KnobsOf(original)) {
      if (absl::StrContains(knob, '[')) continue;
      // No ranks at all are for the validator to refuse.
      if (knob == "table.ranks") continue;
      v1::Ruleset message = original;
      WalkKnobs(message, "",
                [&](Message& parent, const FieldDescriptor& field, int,
                    const std::string& path) {
                  if (path != knob) return;
                  parent.GetReflection()->ClearField(&parent, &field);
                });
      const absl::StatusOr<Ruleset> read = wire::FromMessage(message);
      ASSERT_FALSE(read.ok()) << knob;
      EXPECT_EQ(read.status().code(), absl::StatusCode::kInvalidArgument);
      EXPECT_TRUE(absl::StrContains(read.status().message(), knob))
          << knob << ": " << read.status();
    }
  }
}

// proto3 enums are open: text and wire may hold numbers that mean nothing.
TEST(RulesetMessageTest, EnumNumbersWithoutANameAreRefused) {
  for (const std::string& spec : Samples()) {
    const v1::Ruleset original = wire::ToMessage(Rules(spec).ruleset);
    v1::Ruleset walked = original;
    WalkKnobs(
        walked, "",
        [&](Message& parent, const FieldDescriptor& field, int index,
            const std::string& path) {
          if (index >= 0 || field.cpp_type() != FieldDescriptor::CPPTYPE_ENUM) {
            return;
          }
          const Reflection& reflection = *parent.GetReflection();
          const int before = reflection.GetEnumValue(parent, &field);
          for (const int number : {99, -1}) {
            reflection.SetEnumValue(&parent, &field, number);
            const absl::StatusOr<Ruleset> read = wire::FromMessage(walked);
            EXPECT_FALSE(read.ok()) << spec << " " << path << " = " << number;
          }
          reflection.SetEnumValue(&parent, &field, before);
        });
  }
}

}  // namespace
}  // namespace couillon::tests
