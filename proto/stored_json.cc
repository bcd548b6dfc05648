#include "proto/stored_json.h"

#include <algorithm>

#include "google/protobuf/util/json_util.h"

namespace couillon {
namespace {

constexpr int kMaxMessages = 4'000'000;
constexpr int kMaxValues = 16'000'000;

}  // namespace

bool ReadStoredJson(std::string_view text, google::protobuf::Message& message,
                    bool ignore_unknown_fields) {
  // Those in texts count as well: there are few.
  if (std::ranges::count(text, '{') > kMaxMessages ||
      std::ranges::count(text, ',') > kMaxValues) {
    return false;
  }
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = ignore_unknown_fields;
  return google::protobuf::util::JsonStringToMessage({text.data(), text.size()},
                                                     &message, options)
      .ok();
}

}  // namespace couillon
