#include "bots/cpp/bundled/name_options.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/cards/check.h"
#include "proto/nearest_name.h"

namespace couillon::bots {
namespace {

std::vector<std::string> NamesOf(const std::vector<NumberOption>& options) {
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const NumberOption& option : options) names.emplace_back(option.name);
  return names;
}

// Reads "samples=64".
absl::Status ReadOption(const std::string& bot, const std::string& text,
                        std::vector<NumberOption>& options,
                        std::vector<std::string>& given) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const auto option = std::find_if(
      options.begin(), options.end(),
      [&name](const NumberOption& one) { return one.name == name; });
  if (option == options.end()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the bot %s has the option \"%s\"; expected %s%s", bot, name,
        options.empty() ? "no option"
                        : "one of " + absl::StrJoin(NamesOf(options), " "),
        DidYouMean(name, NamesOf(options))));
  }
  if (std::find(given.begin(), given.end(), name) != given.end()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the bot %s has the option %s twice; expected it once", bot, name));
  }
  given.push_back(name);
  const std::string value =
      equals == std::string::npos ? "" : text.substr(equals + 1);
  int number = 0;
  if (absl::SimpleAtoi(value, &number) && number >= option->least &&
      number <= option->most) {
    option->value = number;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "the bot %s has the value \"%s\" of the option %s; expected a whole "
      "number from %d to %d",
      bot, value, name, option->least, option->most));
}

}  // namespace

std::string BaseName(const std::string& name) {
  return name.substr(0, name.find(':'));
}

absl::StatusOr<std::vector<NumberOption>> ReadOptions(
    const std::string& name, std::vector<NumberOption> known) {
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) return known;
  std::vector<std::string> given;
  const std::vector<std::string> texts =
      absl::StrSplit(name.substr(colon + 1), ',');
  for (const std::string& text : texts) {
    absl::Status status = ReadOption(BaseName(name), text, known, given);
    if (!status.ok()) return status;
  }
  return known;
}

int ValueOf(const std::vector<NumberOption>& options, const std::string& name) {
  const auto option = std::find_if(
      options.begin(), options.end(),
      [&name](const NumberOption& one) { return one.name == name; });
  COUILLON_CHECK(option != options.end());
  return option->value;
}

}  // namespace couillon::bots
