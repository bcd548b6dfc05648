// Fields by name, through the reflection of protobuf.
#include "arena/league/setup/message_fields.h"

#include <cstdint>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace couillon::arena {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

const FieldDescriptor* FieldNamed(const Message& message, const char* name) {
  return message.GetDescriptor()->FindFieldByName(name);
}

void SetNumber(const char* name, double value, Message& message) {
  const FieldDescriptor* field = FieldNamed(message, name);
  const Reflection& fields = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT64:
      fields.SetUInt64(&message, field, static_cast<std::uint64_t>(value));
      break;
    case FieldDescriptor::CPPTYPE_BOOL:
      fields.SetBool(&message, field, value != 0);
      break;
    case FieldDescriptor::CPPTYPE_ENUM:
      fields.SetEnumValue(&message, field, static_cast<int>(value));
      break;
    default:
      fields.SetUInt32(&message, field, static_cast<std::uint32_t>(value));
  }
}

double GetNumber(const char* name, const Message& message) {
  const FieldDescriptor* field = FieldNamed(message, name);
  const Reflection& fields = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT64:
      return static_cast<double>(fields.GetUInt64(message, field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return fields.GetBool(message, field) ? 1 : 0;
    case FieldDescriptor::CPPTYPE_ENUM:
      return fields.GetEnumValue(message, field);
    default:
      return fields.GetUInt32(message, field);
  }
}

}  // namespace couillon::arena
