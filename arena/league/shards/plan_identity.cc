// A hash over the fields of the plan by number, without those that results do
// not depend on.

#include "arena/league/shards/plan_identity.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/text_hash.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace couillon::arena {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

void AppendMessage(const Message& message, std::string& text);

// A text after its length, so that no two lists of texts have the same form.
void AppendText(const std::string& value, std::string& text) {
  absl::StrAppend(&text, value.size(), ":", value, ";");
}

void AppendSingle(const Message& message, const FieldDescriptor& field,
                  std::string& text) {
  const Reflection& of = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return AppendMessage(of.GetMessage(message, &field), text);
    case FieldDescriptor::CPPTYPE_STRING:
      return AppendText(of.GetString(message, &field), text);
    case FieldDescriptor::CPPTYPE_ENUM:
      return absl::StrAppend(&text, of.GetEnumValue(message, &field), ";");
    case FieldDescriptor::CPPTYPE_BOOL:
      return absl::StrAppend(&text, of.GetBool(message, &field) ? 1 : 0, ";");
    case FieldDescriptor::CPPTYPE_INT32:
      return absl::StrAppend(&text, of.GetInt32(message, &field), ";");
    case FieldDescriptor::CPPTYPE_UINT32:
      return absl::StrAppend(&text, of.GetUInt32(message, &field), ";");
    case FieldDescriptor::CPPTYPE_INT64:
      return absl::StrAppend(&text, of.GetInt64(message, &field), ";");
    case FieldDescriptor::CPPTYPE_UINT64:
      return absl::StrAppend(&text, of.GetUInt64(message, &field), ";");
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return absl::StrAppend(
          &text, absl::StrFormat("%.17g", of.GetDouble(message, &field)), ";");
    case FieldDescriptor::CPPTYPE_FLOAT:
      return absl::StrAppend(
          &text, absl::StrFormat("%.9g", of.GetFloat(message, &field)), ";");
  }
}

void AppendRepeated(const Message& message, const FieldDescriptor& field,
                    std::string& text) {
  const Reflection& of = *message.GetReflection();
  const int count = of.FieldSize(message, &field);
  absl::StrAppend(&text, "[", count, ";");
  for (int i = 0; i < count; ++i) {
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        AppendMessage(of.GetRepeatedMessage(message, &field, i), text);
        break;
      case FieldDescriptor::CPPTYPE_STRING:
        AppendText(of.GetRepeatedString(message, &field, i), text);
        break;
      case FieldDescriptor::CPPTYPE_UINT32:
        absl::StrAppend(&text, of.GetRepeatedUInt32(message, &field, i), ";");
        break;
      default:  // a configuration has no other lists
        COUILLON_CHECK(false);
    }
  }
  absl::StrAppend(&text, "]");
}

// The fields that are set, by number: a field that is added later and not set
// changes no identity. Serialized bytes would depend on the library.
void AppendMessage(const Message& message, std::string& text) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);  // by number
  absl::StrAppend(&text, "{");
  for (const FieldDescriptor* field : fields) {
    absl::StrAppend(&text, field->number(), "=");
    if (field->is_repeated()) {
      AppendRepeated(message, *field, text);
    } else {
      AppendSingle(message, *field, text);
    }
  }
  absl::StrAppend(&text, "}");
}

}  // namespace

std::string PlanIdentity(const v1::LeagueConfig& config,
                         const v1::PlanEngine& engine) {
  v1::LeagueConfig rest = config;
  rest.clear_bots();
  rest.clear_rulesets();
  rest.clear_seed();
  rest.clear_seed_origin();
  rest.clear_seed_file();
  rest.clear_readable_paths();
  std::string text = "couillon plan 1;";
  AppendMessage(rest, text);
  for (const v1::LeagueRuleset& ruleset : config.rulesets()) {
    AppendText(ruleset.ruleset().id(), text);
    AppendText(ruleset.hash(), text);
  }
  for (const v1::BotEntry& bot : config.bots()) {
    AppendText(bot.name(), text);
    AppendText(bot.identity().digest(), text);
    AppendMessage(bot.own_limits(), text);
  }
  AppendText(engine.signature(), text);
  AppendText(engine.compression(), text);
  return TextHash(text);
}

}  // namespace couillon::arena
