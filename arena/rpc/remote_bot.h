// A remote bot: already running, reached by its address. The referee did not
// start it, so it has no limits, no sandbox and no known CPU time; see
// docs/remote-bots.md.
#pragma once

#include <string>

#include "arena/rpc/bot_address.h"

namespace grpc {  // NOLINT(readability-identifier-naming): gRPC named it
class ClientContext;
}  // namespace grpc

namespace couillon::arena {

struct RemoteBot {
  BotAddress address;
  // Certificates in PEM that its own has to be signed by; empty for those
  // that the system trusts.
  std::string roots;
  // The name that its certificate must hold; empty for the host's.
  std::string server_name;
  // Sent with every call; empty for none. It must not get into any text that
  // is shown or stored.
  std::string token;
};

// Makes a call carry the token, if there is one.
void AddToken(const std::string& token, grpc::ClientContext& context);

// `text` with the token, which a bot may have sent back, replaced.
std::string WithoutToken(const std::string& text, const std::string& token);

// `text` of a bot made fit to be shown and stored: printable, cut, and without
// the token that the bot may have sent back.
std::string WithoutSecrets(const std::string& text, const std::string& token);

}  // namespace couillon::arena
