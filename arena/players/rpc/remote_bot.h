// A remote bot: already running, reached by its address. The referee did not
// start it, so it has no limits, no sandbox and no known CPU time; see
// docs/remote-bots.md.
#pragma once

#include <cstddef>
#include <string>

#include "arena/players/rpc/bot_address.h"

namespace grpc {  // NOLINT(readability-identifier-naming): gRPC named it
class ClientContext;
}  // namespace grpc

namespace couillon::arena {

struct RemoteBot {
  BotAddress address;
  // The trusted root certificates in PEM; empty for those of the system.
  std::string roots;
  // The name that its certificate must hold; empty for the host's.
  std::string server_name;
  // Sent with every call; empty for none. It must not appear in any text that
  // is shown or stored.
  std::string token;
};

// Bytes of a text of a bot's that are shown.
inline constexpr std::size_t kMaxStatusText = 500;

// Adds the token, unless empty, to the metadata of a call.
void AddToken(const std::string& token, grpc::ClientContext& context);

// Returns `text` with the token replaced, which a bot may have sent back.
std::string WithoutToken(const std::string& text, const std::string& token);

// Returns a bot's `text` in a form that may be shown and stored: printable,
// truncated, and without the token, which the bot may have sent back.
std::string WithoutSecrets(const std::string& text, const std::string& token);

}  // namespace couillon::arena
