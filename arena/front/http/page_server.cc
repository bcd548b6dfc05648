// cpp-httplib reads a request and writes its answer on an exchange of
// connections.h; scripts are allowed by their digests.

#include "arena/front/http/page_server.h"

#include <arpa/inet.h>
#include <httplib.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <array>
#include <cstddef>
#include <optional>
#include <semaphore>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "arena/front/http/connections.h"
#include "arena/players/sockets/descriptor_limit.h"
#include "arena/players/sockets/listening_sockets.h"
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

// Without the port, and without the brackets of an IPv6 address.
std::string_view NameOf(std::string_view header) {
  if (header.starts_with('[')) {
    const std::size_t end = header.find(']');
    return end == std::string_view::npos ? std::string_view()
                                         : header.substr(1, end - 1);
  }
  return header.substr(0, header.rfind(':'));
}

bool IsAddress(const std::string& name) {
  in6_addr address{};
  return inet_pton(AF_INET, name.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &address) == 1;
}

// Answers that are made at a time, in threads beyond those of the clients that
// get events: each may need several times the memory of the page.
constexpr int kPageThreads = 4;

// A page of another origin has the address of that origin here.
bool IsOwnOrigin(const httplib::Request& request) {
  if (!request.has_header("Origin")) return true;
  return request.get_header_value("Origin") ==
         "http://" + request.get_header_value("Host");
}

// Returns false when the client is gone or no more comes: this version of the
// library calls a provider again and again unless it says so.
bool SendEvents(EventStream& events, Exchange& exchange,
                httplib::DataSink& sink) {
  const std::optional<std::vector<EventText>> news = events.Next();
  if (!news) {
    sink.done();
    return true;
  }
  if (!exchange.IsOpen()) return false;
  for (const EventText& event : *news) {
    if (!sink.write(event->data(), event->size())) return false;
  }
  return true;
}

// The stream from which the library reads a request and to which it writes an
// answer: memory, until an answer goes on.
class ExchangeStream final : public httplib::Stream {
 public:
  explicit ExchangeStream(Exchange& exchange) : exchange_(exchange) {}

  // From now on sends what is written.
  void SendAtOnce() { at_once_ = true; }
  [[nodiscard]] bool sends_at_once() const { return at_once_; }
  // The bytes that were written and not sent.
  std::string TakeWritten() { return std::move(written_); }

  [[nodiscard]] bool is_readable() const override { return true; }
  [[nodiscard]] bool is_writable() const override { return true; }
  ssize_t read(char* to, size_t size) override {
    const std::size_t taken = exchange_.request().copy(to, size, at_);
    at_ += taken;
    return static_cast<ssize_t>(taken);
  }
  ssize_t write(const char* from, size_t size) override {
    written_.append(from, size);
    if (at_once_ && !exchange_.Send(std::exchange(written_, {}))) return -1;
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& /*ip*/,
                              int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/,
                             int& /*port*/) const override {}
  [[nodiscard]] socket_t socket() const override { return 0; }

 private:
  Exchange& exchange_;
  std::size_t at_ = 0;  // of the request
  bool at_once_ = false;
  std::string written_;
};

// The library's part: reads one request, and writes the answer. It has no
// connections of its own, for which it has no limits.
class OneRequest final : private httplib::Server {
 public:
  using Answerer =
      std::function<void(const httplib::Request&, httplib::Response&)>;

  OneRequest(const httplib::Headers& headers, Answerer answer) {
    set_default_headers(headers);
    // Not a pattern: the library matches those with recursion per character.
    set_pre_routing_handler(
        [answer = std::move(answer)](const httplib::Request& request,
                                     httplib::Response& response) {
          answer(request, response);
          return HandlerResponse::Handled;
        });
    svr_sock_ = 0;  // a server without a socket asks no provider
  }

  void Serve(httplib::Stream& stream) {
    bool closed = true;
    process_request(stream, /*close_connection=*/true, closed, nullptr);
  }
};

}  // namespace

std::string ContentPolicy(const std::string& page) {
  return absl::StrCat(
      "default-src 'none'; script-src", ScriptDigests(page),
      "; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'");
}

std::string NewToken() {
  std::array<unsigned char, 16> bytes{};
  const auto got = getrandom(bytes.data(), bytes.size(), 0);
  COUILLON_CHECK(got == static_cast<long>(bytes.size()));
  std::string token;
  for (const unsigned char byte : bytes) {
    token += absl::StrFormat("%02x", byte);
  }
  return token;
}

bool SameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |=
        static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

bool IsOwnHost(std::string_view header, std::string_view listen) {
  const std::string name(NameOf(header));
  if (name.empty()) return false;
  return name == "localhost" || name == listen || IsAddress(name);
}

struct PageServer::Parts {
  explicit Parts(PageServerOptions given);

  void Serve(Exchange& exchange);
  void Answer(const httplib::Request& request, httplib::Response& response,
              Exchange& exchange, ExchangeStream& stream);
  [[nodiscard]] std::optional<WebAnswer> WhyNot(
      const httplib::Request& request) const;
  [[nodiscard]] WebAnswer AnswerTo(const httplib::Request& request,
                                   httplib::Response& response) const;

  PageServerOptions options;
  std::string token = NewToken();
  const httplib::Headers headers;
  std::counting_semaphore<> pages{kPageThreads};
  httplib::ThreadPool workers;
  std::unique_ptr<Connections> connections;
};

PageServer::Parts::Parts(PageServerOptions given)
    : options(std::move(given)),
      headers({{"Cache-Control", "no-store"},
               {"Content-Security-Policy", ContentPolicy(options.page)},
               {"Cross-Origin-Opener-Policy", "same-origin"},
               {"Cross-Origin-Resource-Policy", "same-origin"},
               {"Referrer-Policy", "no-referrer"},
               {"X-Content-Type-Options", "nosniff"},
               {"X-Frame-Options", "DENY"}}),
      workers(static_cast<std::size_t>(options.most_clients + kPageThreads)) {}

void PageServer::Parts::Serve(Exchange& exchange) {
  ExchangeStream stream(exchange);
  pages.acquire();
  OneRequest(headers, [&](const httplib::Request& request,
                          httplib::Response& response) {
    Answer(request, response, exchange, stream);
  }).Serve(stream);
  exchange.End(stream.TakeWritten());
  if (!stream.sends_at_once()) pages.release();
}

// Why a request is not answered, whatever it asks for.
std::optional<WebAnswer> PageServer::Parts::WhyNot(
    const httplib::Request& request) const {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads && !(options.takes_posts && request.method == "POST")) {
    return RefusedReply(405, options.takes_posts
                                 ? "Only GET and POST are answered."
                                 : "Only GET is answered.");
  }
  if (!IsOwnHost(request.get_header_value("Host"), options.listen.host)) {
    return RefusedReply(
        403, "Open the address that " + options.command + " has printed.");
  }
  if (!IsOwnOrigin(request)) {
    return RefusedReply(403, "Another page may not read this.");
  }
  return std::nullopt;
}

// The answer, or a redirection in `response`.
WebAnswer PageServer::Parts::AnswerTo(const httplib::Request& request,
                                      httplib::Response& response) const {
  if (std::optional<WebAnswer> why = WhyNot(request)) return *std::move(why);
  // "/TOKEN/" and what follows.
  const std::string_view path = request.path;
  if (path.empty()) return RefusedReply(404, "There is no such page.");
  const std::size_t end = path.find('/', 1);
  const std::string_view given =
      path.substr(1, end == std::string_view::npos ? end : end - 1);
  if (!SameSecret(given, token)) {
    return RefusedReply(
        404, "Open the address that " + options.command + " has printed.");
  }
  if (end == std::string_view::npos) {
    response.set_redirect("/" + token + "/");
    return {.status = response.status, .body = "", .events = nullptr};
  }
  return options.answer(WebRequest(request, path.substr(end)));
}

void PageServer::Parts::Answer(const httplib::Request& request,
                               httplib::Response& response, Exchange& exchange,
                               ExchangeStream& stream) {
  WebAnswer answer = AnswerTo(request, response);
  response.status = answer.status;
  if (!answer.events) {
    return response.set_content(answer.body, answer.type);
  }
  const std::shared_ptr<EventStream> events = std::move(answer.events);
  stream.SendAtOnce();
  pages.release();
  response.set_chunked_content_provider(
      "text/event-stream",
      [events, &exchange](std::size_t /*offset*/, httplib::DataSink& sink) {
        return SendEvents(*events, exchange, sink);
      });
}

PageServer::PageServer(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

absl::StatusOr<std::unique_ptr<PageServer>> PageServer::Start(
    PageServerOptions options) {
  RaiseDescriptorLimit();
  absl::StatusOr<ListeningSockets> listening =
      ListeningSockets::AtHost(options.listen.host, options.listen.port);
  if (!listening.ok()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "--listen: %s, port %d cannot be taken; expected an address of this "
        "machine, and a port that is free",
        options.listen.host, options.listen.port));
  }
  auto parts = std::make_unique<Parts>(std::move(options));
  Parts& of = *parts;
  of.connections = std::make_unique<Connections>(
      *std::move(listening), ConnectionLimits(),
      [&of](std::shared_ptr<Exchange> exchange) {
        of.workers.enqueue(
            [&of, exchange = std::move(exchange)] { of.Serve(*exchange); });
      });
  return std::unique_ptr<PageServer>(new PageServer(std::move(parts)));
}

PageServer::~PageServer() {
  parts_->connections->Stop();
  parts_->workers.shutdown();  // no exchange is left
}

std::string PageServer::address() const {
  const std::string& host = parts_->options.listen.host;
  const bool ipv6 = absl::StrContains(host, ':');
  return absl::StrFormat("http://%s:%d/%s/", ipv6 ? "[" + host + "]" : host,
                         parts_->connections->port(), parts_->token);
}

}  // namespace couillon::arena
