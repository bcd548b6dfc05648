// A table of settings, KEY=VALUE after the address.

#include "arena/players/roster/remote_arguments.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "arena/players/rpc/bot_address.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

// The name of an argument, and the field that it sets.
struct Setting {
  const char* name;
  std::string* (v1::RemoteBot::*mutable_field)();
  const std::string& (v1::RemoteBot::*field)() const;
};

constexpr std::array<Setting, 4> kSettings = {{
    {"ca", &v1::RemoteBot::mutable_ca_file, &v1::RemoteBot::ca_file},
    {"server-name", &v1::RemoteBot::mutable_server_name,
     &v1::RemoteBot::server_name},
    {"token-file", &v1::RemoteBot::mutable_token_file,
     &v1::RemoteBot::token_file},
    {"token-env", &v1::RemoteBot::mutable_token_variable,
     &v1::RemoteBot::token_variable},
}};

bool IsVariableName(const std::string& name) {
  return !absl::ascii_isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '_';
         });
}

absl::Status WrongArgument(const std::string& bot, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrFormat("bot %s: %s", bot, what));
}

}  // namespace

bool IsRemote(const std::vector<std::string>& arguments) {
  return !arguments.empty() && IsBotAddress(arguments[0]);
}

absl::Status ReadRemoteArguments(const std::vector<std::string>& arguments,
                                 v1::RemoteBot& remote) {
  remote.set_address(arguments[0]);
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const auto* setting =
        std::find_if(kSettings.begin(), kSettings.end(),
                     [&name](const auto& known) { return name == known.name; });
    if (setting == kSettings.end() || equals == std::string::npos ||
        equals + 1 == argument.size()) {
      // The value is not repeated: it may be a token.
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: found \"%s\" after the address; expected ca=FILE, "
          "server-name=NAME, token-file=FILE or token-env=VARIABLE",
          arguments[0], name));
    }
    *(remote.*setting->mutable_field)() = argument.substr(equals + 1);
  }
  return absl::OkStatus();
}

std::string RemoteArguments(const v1::RemoteBot& remote) {
  std::string text = remote.address();
  for (const Setting& setting : kSettings) {
    const std::string& value = (remote.*setting.field)();
    if (!value.empty()) text += absl::StrFormat(" %s=%s", setting.name, value);
  }
  return text;
}

void MakeAbsolute(const std::string& directory, v1::RemoteBot& remote) {
  std::error_code error;
  for (std::string* file :
       {remote.mutable_ca_file(), remote.mutable_token_file()}) {
    if (file->empty()) continue;
    *file = fs::absolute(fs::path(directory) / *file, error)
                .lexically_normal()
                .string();
  }
}

absl::Status CheckRemote(const std::string& bot, const v1::RemoteBot& remote) {
  const auto address = ParseBotAddress(remote.address());
  if (!address.ok()) {
    return WrongArgument(bot, std::string(address.status().message()));
  }
  if (!address->tls &&
      !(remote.ca_file().empty() && remote.server_name().empty())) {
    return WrongArgument(
        bot,
        absl::StrFormat("%s has no TLS, which a CA and a server name are for; "
                        "expected grpcs://",
                        address->text));
  }
  if (!remote.token_file().empty() && !remote.token_variable().empty()) {
    return WrongArgument(
        bot,
        "the token is in a file and in an environment variable; "
        "expected one of them");
  }
  const std::string& variable = remote.token_variable();
  if (!variable.empty() && !IsVariableName(variable)) {
    // The value is not repeated: it may be the token itself.
    return WrongArgument(
        bot,
        "the name of the token's environment variable is invalid; "
        "expected letters, digits and underscores");
  }
  return absl::OkStatus();
}

void AllowPlaintext(v1::BotEntry& bot) {
  const auto address = ParseBotAddress(bot.remote().address());
  if (address.ok() && !address->tls && !address->StaysHere()) {
    bot.set_allow_plaintext(true);
  }
}

}  // namespace couillon::arena
