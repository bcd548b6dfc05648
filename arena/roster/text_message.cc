#include "arena/roster/text_message.h"

#include <fstream>
#include <ios>
#include <sstream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"

namespace couillon::arena {
namespace {

class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (text.empty()) {
      text = absl::StrFormat("%d:%d: %s", line + 1, column + 1, message);
    }
  }
  std::string text;
};

}  // namespace

absl::Status ReadTextMessage(const std::string& path,
                             google::protobuf::Message& message) {
  std::ifstream const file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    return absl::NotFoundError(absl::StrFormat("%s: cannot be read", path));
  }
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (parser.ParseFromString(text.str(), &message)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s:%s", path, error.text));
}

}  // namespace couillon::arena
