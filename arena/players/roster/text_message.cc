// protobuf's text parser; the first error becomes a status with line and
// column.

#include "arena/players/roster/text_message.h"

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxErrorBytes = 500;  // it quotes the file

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
  ASSIGN_OR_RETURN(const std::string text, ReadWhole(path, kMaxTextBytes));
  return ParseTextMessage(path, text, message);
}

absl::Status ParseTextMessage(const std::string& path, const std::string& text,
                              google::protobuf::Message& message) {
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (parser.ParseFromString(text, &message)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s:%s", path, PrintableLine(error.text, kMaxErrorBytes)));
}

}  // namespace couillon::arena
