// Serves a page and what belongs to it over HTTP, on threads of its own, to
// those who have its address: the token in it, the addresses that a request may
// be sent to, and what a browser lets the page do are looked after here.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "arena/front/http/listen.h"
#include "arena/front/http/web_request.h"

namespace couillon::arena {

// The rights of the page in a browser: see Content-Security-Policy.

// Returns the policy of a page in one file: only the scripts that `page` has
// inside may run, by their digests; styles and images come from inside; it may
// ask for nothing but paths of its own server, and no other page may show it
// in a frame.
std::string ContentPolicy(const std::string& page);

// The readers of a served page.

// Returns 128 random bits of the system as 32 hexadecimal digits.
std::string NewToken();

// Returns true if two texts are equal, in a time that depends on their lengths
// alone.
bool SameSecret(std::string_view a, std::string_view b);

// Returns true if a request with this Host header was sent to an address, not
// to a name that somebody made resolve to this machine (DNS rebinding): an IP
// address, localhost, or `listen`, the host that the user named. The port does
// not matter, so that a forwarded one works.
bool IsOwnHost(std::string_view header, std::string_view listen);

struct PageServerOptions {
  Listen listen;
  std::string page;       // whose scripts may run: see ContentPolicy
  std::string command;    // that prints the address: "couillon view"
  int most_clients = 16;  // that get events at a time
  bool takes_posts = false;
  // Answers a request for a path under the token. Called by several threads at
  // once.
  std::function<WebAnswer(const WebRequest&)> answer;
};

class PageServer {
 public:
  // Begins to serve. FailedPrecondition if the port cannot be taken.
  static absl::StatusOr<std::unique_ptr<PageServer>> Start(
      PageServerOptions options);
  // Ends all connections. Requires: streams of events end on their own.
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  // The address of the page, with its token.
  [[nodiscard]] std::string address() const;

 private:
  struct Parts;
  explicit PageServer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace couillon::arena
