// Certificates and tokens are read from their files; a token is not sent to
// another machine in plain text.

#include "arena/players/roster/grpc_bot.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/players/rpc/bot_address.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/remote_bot.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

absl::Status Wrong(const v1::BotEntry& entry, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("bot %s: %s", entry.name(), what));
}

// The trusted root certificates for the bot; empty for those of the system.
absl::StatusOr<std::string> Roots(const v1::BotEntry& entry) {
  const std::string& path = entry.remote().ca_file();
  if (path.empty()) return std::string();
  absl::StatusOr<std::string> text = ReadWhole(path, kMaxTextBytes);
  if (!text.ok()) return Wrong(entry, std::string(text.status().message()));
  if (!absl::StrContains(*text, "-----BEGIN CERTIFICATE-----")) {
    return Wrong(entry, path + ": expected certificates in PEM");
  }
  return text;
}

absl::StatusOr<std::string> Token(const v1::BotEntry& entry) {
  const v1::RemoteBot& remote = entry.remote();
  std::string token;
  std::string place = remote.token_file();
  if (!place.empty()) {
    absl::StatusOr<std::string> text = ReadWhole(place, kMaxTextBytes);
    if (!text.ok()) return Wrong(entry, std::string(text.status().message()));
    token = *std::move(text);
  } else if (!remote.token_variable().empty()) {
    place = "the environment variable " + remote.token_variable();
    const char* value = std::getenv(remote.token_variable().c_str());
    if (value == nullptr) {
      return Wrong(entry, absl::StrFormat("%s is not set; expected the token "
                                          "for %s",
                                          place, remote.address()));
    }
    token = value;
  } else {
    return token;
  }
  absl::StripAsciiWhitespace(&token);
  const bool printable =
      std::all_of(token.begin(), token.end(),
                  [](unsigned char c) { return absl::ascii_isgraph(c); });
  if (!token.empty() && token.size() <= 4096 && printable) return token;
  return Wrong(entry, absl::StrFormat(
                          "%s holds %d bytes that are no token; expected one "
                          "line of 1 to 4096 ASCII characters without blanks",
                          place, token.size()));
}

// Refuses to send a token in plain text to another machine, and to send
// decisions there unless plain text is allowed.
absl::Status CheckSecrecy(const v1::BotEntry& entry, const RemoteBot& remote) {
  if (remote.address.tls || remote.address.StaysHere()) return absl::OkStatus();
  if (!remote.token.empty()) {
    return Wrong(
        entry,
        absl::StrFormat("its token would go to %s without TLS, where it can be "
                        "read in transit; use grpcs://, or leave out the token",
                        remote.address.text));
  }
  if (entry.allow_plaintext()) return absl::OkStatus();
  return Wrong(
      entry,
      absl::StrFormat("%s is on another machine and without TLS, so "
                      "its decisions and answers can be read and changed in "
                      "transit; use grpcs://, or --allow plaintext (in a list "
                      "of bots allow_plaintext: true) if you trust the network",
                      remote.address.text));
}

absl::StatusOr<RemoteBot> ToRemote(const v1::BotEntry& entry) {
  const v1::RemoteBot& wish = entry.remote();
  RETURN_IF_ERROR(CheckRemote(entry.name(), wish));
  ASSIGN_OR_RETURN(const auto address, ParseBotAddress(wish.address()));
  RemoteBot remote{.address = address, .server_name = wish.server_name()};
  ASSIGN_OR_RETURN(std::string token, Token(entry));
  remote.token = std::move(token);
  RETURN_IF_ERROR(CheckSecrecy(entry, remote));
  ASSIGN_OR_RETURN(std::string roots, Roots(entry));
  remote.roots = std::move(roots);
  return remote;
}

}  // namespace

absl::StatusOr<GrpcBot> ToGrpcBot(const v1::BotEntry& entry) {
  GrpcBot bot{.name = entry.name(),
              .program = ProgramOf(entry),
              .max_batch = entry.max_batch()};
  if (!entry.has_remote()) return bot;
  ASSIGN_OR_RETURN(RemoteBot remote, ToRemote(entry));
  bot.remote = std::move(remote);
  return bot;
}

}  // namespace couillon::arena
