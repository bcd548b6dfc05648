#include "arena/players/roster/bot_texts.h"

#include <cstddef>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// Maximum bytes of each text.
constexpr std::size_t kMostName = 100;  // appears in every row of every table
constexpr std::size_t kMostText = 200;
constexpr std::size_t kMostConvention = 500;
constexpr std::size_t kMostValue = 1000;
constexpr std::size_t kMostPath = 4096;

absl::Status CheckName(const std::string& name) {
  absl::Status status = CheckPlainText("name", name, kMostName);
  if (!status.ok() || name.empty()) return status;
  if (name.front() == ' ' || name.back() == ' ') {
    return absl::InvalidArgumentError(absl::StrFormat(
        "name is \"%s\"; expected no blank at its beginning or end", name));
  }
  if (std::string("=+-@'").find(name.front()) != std::string::npos) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "name is \"%s\"; expected another first character than = + - @ and ', "
        "which have a meaning in a spreadsheet",
        name));
  }
  return absl::OkStatus();
}

// Manifests and entries have the same text fields.
template <typename Message>
absl::Status Check(const Message& bot) {
  absl::Status status = CheckName(bot.name());
  const auto check = [&status](const char* field, const std::string& text,
                               std::size_t most) {
    if (status.ok()) status = CheckPlainText(field, text, most);
  };
  check("version", bot.version(), kMostText);
  check("author", bot.author(), kMostText);
  for (const v1::BotOption& option : bot.options()) {
    check("options.name", option.name(), kMostText);
    check("options.value", option.value(), kMostValue);
    check("options.summary", option.summary(), kMostConvention);
  }
  for (const std::string& ruleset : bot.rulesets()) {
    check("rulesets", ruleset, kMostText);
  }
  for (const v1::Convention& convention : bot.conventions()) {
    check("conventions.play", convention.play(), kMostConvention);
    check("conventions.meaning", convention.meaning(), kMostConvention);
  }
  check("remote.address", bot.remote().address(), kMostPath);
  check("remote.ca_file", bot.remote().ca_file(), kMostPath);
  check("remote.server_name", bot.remote().server_name(), kMostText);
  check("remote.token_file", bot.remote().token_file(), kMostPath);
  return status;
}

absl::Status At(const std::string& where, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrFormat("%s: %s", PrintableLine(where),
                                      std::string(status.message())));
}

}  // namespace

absl::Status CheckBotTexts(const std::string& where,
                           const v1::BotManifest& manifest) {
  return At(where, Check(manifest));
}

absl::Status CheckBotTexts(const std::string& where,
                           const v1::BotEntry& entry) {
  absl::Status status = Check(entry);
  if (status.ok()) {
    status = CheckPlainText("builtin", entry.builtin(), kMostName);
  }
  if (status.ok()) {
    status = CheckPlainText("directory", entry.directory(), kMostPath);
  }
  return At(where, status);
}

}  // namespace couillon::arena
