// Remote bots (already running), as the command line and files name them.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
class RemoteBot;
}  // namespace couillon::v1

namespace couillon::arena {

// For the help of commands that take a bot.
inline constexpr char kAddressHelp[] =
    "an address, grpcs://HOST:PORT (TLS), grpc://HOST:PORT or unix:/PATH, with "
    "ca=FILE server-name=NAME token-file=FILE token-env=VARIABLE as needed";

// Returns true if the arguments name a bot by its address.
bool IsRemote(const std::vector<std::string>& arguments);

// Reads the arguments of a remote bot: its address, then any of ca=FILE,
// server-name=NAME, token-file=FILE, token-env=VARIABLE. The error names the
// argument. Requires: IsRemote(arguments).
absl::Status ReadRemoteArguments(const std::vector<std::string>& arguments,
                                 v1::RemoteBot& remote);

// The inverse of ReadRemoteArguments.
std::string RemoteArguments(const v1::RemoteBot& remote);

// Makes the paths of files absolute. Relative ones are relative to `directory`,
// or to the working directory if that is empty.
void MakeAbsolute(const std::string& directory, v1::RemoteBot& remote);

// OK if the fields that are set are valid and consistent. The error names the
// bot and the field.
absl::Status CheckRemote(const std::string& bot, const v1::RemoteBot& remote);

// Applies --allow plaintext: if the bot is on another machine, it may have no
// TLS. A token is never sent there without TLS.
void AllowPlaintext(v1::BotEntry& bot);

}  // namespace couillon::arena
