// Bots that are running already, as the command line and files name them.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// For the help of commands that take a bot.
inline constexpr char kAddressHelp[] =
    "an address, grpcs://HOST:PORT (TLS), grpc://HOST:PORT or unix:/PATH, with "
    "ca=FILE server-name=NAME token-file=FILE token-env=VARIABLE as needed";

// Whether the arguments name a bot by its address.
bool IsRemote(const std::vector<std::string>& arguments);

// Reads the arguments of a bot that is running already: its address, and after
// it any of ca=FILE, server-name=NAME, token-file=FILE, token-env=VARIABLE. The
// error names the argument. Requires: IsRemote(arguments).
absl::Status ReadRemoteArguments(const std::vector<std::string>& arguments,
                                 v1::RemoteBot& remote);

// The arguments of a bot, as ReadRemoteArguments reads them.
std::string RemoteArguments(const v1::RemoteBot& remote);

// Makes the names of files absolute; they were relative to `directory`, or to
// the working directory if that is empty.
void MakeAbsolute(const std::string& directory, v1::RemoteBot& remote);

// Whether what is set goes together. The error names bot and field.
absl::Status CheckRemote(const std::string& bot, const v1::RemoteBot& remote);

// Allows what --allow-plaintext allows: that the bot, if it is on another
// machine, has no TLS. No token goes there all the same.
void AllowPlaintext(v1::BotEntry& bot);

}  // namespace couillon::arena
