// Messages from files in protobuf's text format, with errors that name the
// file, the line and the column.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace google::protobuf {
class Message;
}  // namespace google::protobuf

namespace couillon::arena {

// Reads `path` into `message`. NotFound if there is no such file;
// InvalidArgument if its text is not a message of that kind.
absl::Status ReadTextMessage(const std::string& path,
                             google::protobuf::Message& message);

// Reads `text`, which is the content of the file `path`, into `message`.
absl::Status ParseTextMessage(const std::string& path, const std::string& text,
                              google::protobuf::Message& message);

}  // namespace couillon::arena
