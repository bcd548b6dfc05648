// Numeric fields of a message by name, for tables whose rows name a field.
#pragma once

namespace google::protobuf {
class FieldDescriptor;
class Message;
}  // namespace google::protobuf

namespace couillon::arena {

// Null if the message has no such field.
const google::protobuf::FieldDescriptor* FieldNamed(
    const google::protobuf::Message& message, const char* name);

// Sets an unsigned integer, a bool (0 or 1) or an enum (its number). Requires:
// the message has such a field, and the value fits.
void SetNumber(const char* name, double value,
               google::protobuf::Message& message);

double GetNumber(const char* name, const google::protobuf::Message& message);

}  // namespace couillon::arena
