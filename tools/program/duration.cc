#include "tools/program/duration.h"

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"

namespace couillon::tools {

absl::StatusOr<std::chrono::milliseconds> ReadDuration(
    const std::string& option, const std::string& text) {
  constexpr double kMaxSeconds = 3e7;  // about a year
  const char unit = text.empty() ? '\0' : text.back();
  const double factor = unit == 's' ? 1 : unit == 'm' ? 60 : 3600;
  double number = 0;
  if ((unit == 's' || unit == 'm' || unit == 'h') &&
      absl::SimpleAtod(text.substr(0, text.size() - 1), &number) &&
      number > 0 && number * factor <= kMaxSeconds) {
    return std::chrono::milliseconds(
        static_cast<std::int64_t>(number * factor * 1000));
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\"; expected a number and s, m or h, such as 90s or 2h, up to "
      "a year",
      option, text));
}

}  // namespace couillon::tools
