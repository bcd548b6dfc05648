// The token in metadata, and its removal from texts.

#include "arena/players/rpc/remote_bot.h"

#include <grpcpp/client_context.h>

#include "absl/strings/str_replace.h"
#include "arena/numbers/text/printable.h"

namespace couillon::arena {
std::string WithoutToken(const std::string& text, const std::string& token) {
  if (token.empty()) return text;
  return absl::StrReplaceAll(text, {{token, "[token]"}});
}

std::string WithoutSecrets(const std::string& text, const std::string& token) {
  return PrintableLine(WithoutToken(text, token), kMaxStatusText);
}

void AddToken(const std::string& token, grpc::ClientContext& context) {
  if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
}

}  // namespace couillon::arena
