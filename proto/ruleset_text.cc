// The canonical text of a ruleset. It walks the message by reflection, so that
// a knob added to the message is part of the hash without a change here.
#include <string>

#include "absl/strings/str_format.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/cards/text_hash.h"
#include "engine/rules/ruleset.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "proto/ruleset_codec.h"

namespace couillon::wire {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

void AppendMessage(const Message& message, const std::string& prefix,
                   std::string& text);

// Appends a line "path: value". `index` is -1 except for elements of a list.
void AppendValue(const Message& message, const FieldDescriptor& field,
                 int index, const std::string& path, std::string& text) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  const bool listed = index >= 0;
  std::string value;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      text += path + "\n";
      AppendMessage(listed
                        ? reflection.GetRepeatedMessage(message, &field, index)
                        : reflection.GetMessage(message, &field),
                    path + ".", text);
      return;
    case FieldDescriptor::CPPTYPE_ENUM:
      value = (listed ? reflection.GetRepeatedEnum(message, &field, index)
                      : reflection.GetEnum(message, &field))
                  ->name();
      break;
    case FieldDescriptor::CPPTYPE_BOOL:
      value = reflection.GetBool(message, &field) ? "true" : "false";
      break;
    case FieldDescriptor::CPPTYPE_INT32:
      value = std::to_string(reflection.GetInt32(message, &field));
      break;
    case FieldDescriptor::CPPTYPE_UINT32:
      value = std::to_string(
          listed ? reflection.GetRepeatedUInt32(message, &field, index)
                 : reflection.GetUInt32(message, &field));
      break;
    default:
      value = listed ? reflection.GetRepeatedString(message, &field, index)
                     : reflection.GetString(message, &field);
  }
  text += absl::StrFormat("%s: %s\n", path, value);
}

void AppendMessage(const Message& message, const std::string& prefix,
                   std::string& text) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string path = prefix + field.name();
    if (field.is_repeated()) {
      const int size = reflection.FieldSize(message, &field);
      for (int at = 0; at < size; ++at) {
        AppendValue(message, field, at, absl::StrFormat("%s[%d]", path, at),
                    text);
      }
    } else if (!field.has_presence() || reflection.HasField(message, &field)) {
      AppendValue(message, field, -1, path, text);
    }
  }
}

}  // namespace

std::string CanonicalText(const Ruleset& ruleset) {
  v1::Ruleset message = ToMessage(ruleset);
  message.clear_id();
  message.clear_title();
  message.clear_summary();
  message.clear_sources();
  message.clear_decisions();
  message.clear_switches();
  std::string text;
  AppendMessage(message, "", text);
  return text;
}

std::string RulesetHash(const Ruleset& ruleset) {
  return TextHash(CanonicalText(ruleset));
}

}  // namespace couillon::wire
