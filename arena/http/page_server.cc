#include "arena/http/page_server.h"

#include <httplib.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/http/access.h"
#include "arena/http/content_policy.h"

namespace couillon::arena {
namespace {

// Threads beyond those of the clients that get events.
constexpr std::size_t kPageThreads = 4;
constexpr std::size_t kMostBytesAsked = 1024;   // of the body of a request
constexpr std::size_t kMostBytesAtOnce = 1024;  // of the body of an answer

// A page of another origin has the address of that origin here.
bool IsOwnOrigin(const httplib::Request& request) {
  if (!request.has_header("Origin")) return true;
  return request.get_header_value("Origin") ==
         "http://" + request.get_header_value("Host");
}

// Returns false when the client is gone or no more comes: this version of the
// library calls a provider again and again unless it says so.
bool SendEvents(EventStream& events, httplib::DataSink& sink) {
  const std::optional<std::vector<EventText>> news = events.Next();
  if (!news) {
    sink.done();
    return true;
  }
  if (!sink.is_writable()) return false;
  for (const EventText& event : *news) {
    if (!sink.write(event->data(), event->size())) return false;
  }
  return true;
}

void Send(WebAnswer answer, httplib::Response& response) {
  response.status = answer.status;
  if (answer.events) {
    const std::shared_ptr<EventStream> events = std::move(answer.events);
    return response.set_chunked_content_provider(
        "text/event-stream",
        [events](std::size_t /*offset*/, httplib::DataSink& sink) {
          return SendEvents(*events, sink);
        });
  }
  // A provider is not asked any more once the server ends.
  if (answer.body.size() <= kMostBytesAtOnce) {
    return response.set_content(answer.body, answer.type.c_str());
  }
  const auto body = std::make_shared<const std::string>(std::move(answer.body));
  // A body of known size is not compressed: that would cost more than the page.
  response.set_content_provider(
      body->size(), answer.type.c_str(),
      [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(body->data() + offset, length);
      });
}

}  // namespace

struct PageServer::Parts {
  explicit Parts(PageServerOptions given) : options(std::move(given)) {}

  absl::Status Bind();
  void SetUp();
  void Answer(const httplib::Request& request, httplib::Response& response);
  [[nodiscard]] std::optional<WebAnswer> WhyNot(
      const httplib::Request& request) const;

  PageServerOptions options;
  std::string token = NewToken();
  httplib::Server server;
  int port = 0;
  std::thread serving;
};

void PageServer::Parts::SetUp() {
  const std::size_t threads =
      static_cast<std::size_t>(options.most_clients) + kPageThreads;
  server.new_task_queue = [threads] {
    return new httplib::ThreadPool(threads);
  };
  // A connection that waits for a next request would hold a thread.
  server.set_keep_alive_max_count(1);
  server.set_tcp_nodelay(true);
  server.set_payload_max_length(kMostBytesAsked);
  // Its own options let another process of this user take the same port.
  server.set_socket_options([](socket_t /*socket*/) {});
  server.set_default_headers(
      {{"Cache-Control", "no-store"},
       {"Content-Security-Policy", ContentPolicy(options.page)},
       {"Cross-Origin-Opener-Policy", "same-origin"},
       {"Cross-Origin-Resource-Policy", "same-origin"},
       {"Referrer-Policy", "no-referrer"},
       {"X-Content-Type-Options", "nosniff"},
       {"X-Frame-Options", "DENY"}});
  // Not a pattern: the library matches those with recursion per character.
  server.set_pre_routing_handler(
      [this](const httplib::Request& request, httplib::Response& response) {
        Answer(request, response);
        return httplib::Server::HandlerResponse::Handled;
      });
}

absl::Status PageServer::Parts::Bind() {
  const std::string& host = options.listen.host;
  port = options.listen.port;
  const bool bound = port > 0
                         ? server.bind_to_port(host, port)
                         : (port = server.bind_to_any_port(host), port > 0);
  if (bound) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "--listen: %s, port %d cannot be taken; expected an address of this "
      "machine, and a port that is free",
      host, options.listen.port));
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

void PageServer::Parts::Answer(const httplib::Request& request,
                               httplib::Response& response) {
  if (std::optional<WebAnswer> why = WhyNot(request)) {
    return Send(*std::move(why), response);
  }
  // "/TOKEN/" and what follows.
  const std::string_view path = request.path;
  if (path.empty()) {
    return Send(RefusedReply(404, "There is no such page."), response);
  }
  const std::size_t end = path.find('/', 1);
  const std::string_view given =
      path.substr(1, end == std::string_view::npos ? end : end - 1);
  if (!SameSecret(given, token)) {
    return Send(RefusedReply(404, "Open the address that " + options.command +
                                      " has printed."),
                response);
  }
  if (end == std::string_view::npos) {
    return response.set_redirect("/" + token + "/");
  }
  Send(options.answer(WebRequest(request, path.substr(end))), response);
}

PageServer::PageServer(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

absl::StatusOr<std::unique_ptr<PageServer>> PageServer::Start(
    PageServerOptions options) {
  auto parts = std::make_unique<Parts>(std::move(options));
  parts->SetUp();
  absl::Status status = parts->Bind();
  if (!status.ok()) return status;
  Parts& of = *parts;
  of.serving = std::thread([&of] { of.server.listen_after_bind(); });
  return std::unique_ptr<PageServer>(new PageServer(std::move(parts)));
}

PageServer::~PageServer() {
  // Before its loop begins, a server ignores that it is to stop.
  while (!parts_->server.is_running()) std::this_thread::yield();
  parts_->server.stop();
  parts_->serving.join();
}

std::string PageServer::address() const {
  const std::string& host = parts_->options.listen.host;
  const bool ipv6 = absl::StrContains(host, ':');
  return absl::StrFormat("http://%s:%d/%s/", ipv6 ? "[" + host + "]" : host,
                         parts_->port, parts_->token);
}

}  // namespace couillon::arena
