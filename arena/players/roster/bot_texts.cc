// Limits of length and rules for characters, text by text.

#include "arena/players/roster/bot_texts.h"

#include <cstddef>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// Maximum bytes of each text.
constexpr std::size_t kMaxName = 100;  // appears in every row of every table
constexpr std::size_t kMaxText = 200;
constexpr std::size_t kMaxConvention = 500;
constexpr std::size_t kMaxValue = 1000;
constexpr std::size_t kMaxPath = 4096;

absl::Status CheckName(const std::string& name) {
  absl::Status status = CheckPlainText("name", name, kMaxName);
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
  check("version", bot.version(), kMaxText);
  check("author", bot.author(), kMaxText);
  for (const v1::BotOption& option : bot.options()) {
    check("options.name", option.name(), kMaxText);
    check("options.value", option.value(), kMaxValue);
    check("options.summary", option.summary(), kMaxConvention);
  }
  for (const std::string& ruleset : bot.rulesets()) {
    check("rulesets", ruleset, kMaxText);
  }
  for (const v1::Convention& convention : bot.conventions()) {
    check("conventions.play", convention.play(), kMaxConvention);
    check("conventions.meaning", convention.meaning(), kMaxConvention);
  }
  check("remote.address", bot.remote().address(), kMaxPath);
  check("remote.ca_file", bot.remote().ca_file(), kMaxPath);
  check("remote.server_name", bot.remote().server_name(), kMaxText);
  check("remote.token_file", bot.remote().token_file(), kMaxPath);
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
    status = CheckPlainText("builtin", entry.builtin(), kMaxName);
  }
  if (status.ok()) {
    status = CheckPlainText("directory", entry.directory(), kMaxPath);
  }
  return At(where, status);
}

}  // namespace couillon::arena
