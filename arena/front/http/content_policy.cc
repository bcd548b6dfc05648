#include "arena/front/http/content_policy.h"

#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

std::string Sha256InBase64(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const int done = EVP_Digest(text.data(), text.size(), digest.data(), &size,
                              EVP_sha256(), nullptr);
  COUILLON_CHECK(done == 1);
  return absl::Base64Escape(
      absl::string_view(reinterpret_cast<const char*>(digest.data()), size));
}

// The digests of all inline scripts, as a policy names them. That of the data
// is one more; a browser asks for none of it.
std::string ScriptDigests(std::string_view page) {
  constexpr std::string_view kOpen = "<script";
  constexpr std::string_view kClose = "</script";
  std::string digests;
  for (std::size_t at = page.find(kOpen); at != std::string_view::npos;
       at = page.find(kOpen, at)) {
    const std::size_t begin = page.find('>', at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = page.find(kClose, begin);
    if (end == std::string_view::npos) break;
    absl::StrAppend(&digests, " 'sha256-",
                    Sha256InBase64(page.substr(begin + 1, end - begin - 1)),
                    "'");
    at = end;
  }
  return digests;
}

}  // namespace

std::string ContentPolicy(const std::string& page) {
  return absl::StrCat(
      "default-src 'none'; script-src", ScriptDigests(page),
      "; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'");
}

}  // namespace couillon::arena
