#include "arena/view/view_server.h"

#include <httplib.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/page/report_page.h"
#include "arena/report/format/json.h"
#include "arena/view/access.h"
#include "arena/view/content_policy.h"
#include "arena/view/event_board.h"
#include "arena/view/live_feed.h"
#include "arena/view/served_deals.h"

namespace couillon::arena {
namespace {

// Threads beyond those of the clients that get events.
constexpr int kPageThreads = 4;
constexpr std::size_t kMostBytesAsked = 1024;  // of the body of a request
// How often the thread of a client looks whether the client is still there.
constexpr std::chrono::milliseconds kLookAtClient(500);
constexpr int kLastPort = 65535;
constexpr std::string_view kDeals = "/deals";

void Refuse(int status, const std::string& why, httplib::Response& response) {
  response.status = status;
  response.set_content(why + "\n", "text/plain");
}

// A body of known size is not compressed: that would cost more than the page.
void Send(std::string text, const char* type, httplib::Response& response) {
  const auto body = std::make_shared<const std::string>(std::move(text));
  response.set_content_provider(
      body->size(), type,
      [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(body->data() + offset, length);
      });
}

// A page of another origin has the address of that origin here.
bool IsOwnOrigin(const httplib::Request& request) {
  if (!request.has_header("Origin")) return true;
  return request.get_header_value("Origin") ==
         "http://" + request.get_header_value("Host");
}

// The last report that the client has: a browser that reconnects says so, a
// page says which it was made with.
std::int64_t ReportOf(const httplib::Request& request) {
  std::string text = request.get_header_value("Last-Event-ID");
  if (text.empty()) text = request.get_param_value("after");
  std::int64_t number = 0;
  return absl::SimpleAtoi(text, &number) ? number : 0;
}

}  // namespace

absl::Status ReadListen(const std::string& text, ViewOptions& options) {
  std::string host = text;
  std::string port;
  const std::size_t colon = text.rfind(':');
  const bool bracketed = text.starts_with('[') && text.ends_with(']');
  if (colon != std::string::npos && !bracketed) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
  } else if (!text.empty() &&
             text.find_first_not_of("0123456789") == std::string::npos) {
    host = options.host;
    port = text;
  }
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  int number = 0;
  const bool known = port.empty() || (absl::SimpleAtoi(port, &number) &&
                                      number >= 0 && number <= kLastPort);
  if (host.empty() || !known) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--listen: found %s; expected HOST, HOST:PORT or PORT, such as "
        "127.0.0.1:8080",
        text));
  }
  options.host = host;
  options.port = number;
  return absl::OkStatus();
}

// Everything of a server; its threads end before its members.
struct ViewServer::Parts {
  explicit Parts(ViewOptions given)
      : options(std::move(given)),
        board(options.most_clients),
        feed(options.feed, board),
        policy(ContentPolicy(options.page)) {}

  absl::Status Bind();
  void Answer(const httplib::Request& request, httplib::Response& response);
  void AnswerPage(httplib::Response& response);
  void AnswerDeals(std::string_view path, httplib::Response& response) const;
  void AnswerEvents(const httplib::Request& request,
                    httplib::Response& response);
  bool SendEvents(EventBoard::Seen& seen, httplib::DataSink& sink);

  ViewOptions options;
  bool has_deals = false;
  std::string token = NewToken();
  EventBoard board;
  LiveFeed feed;
  std::string policy;
  httplib::Server server;
  int port = 0;
  std::thread serving;
  std::thread watching;
};

absl::Status ViewServer::Parts::Bind() {
  const auto threads =
      static_cast<std::size_t>(options.most_clients + kPageThreads);
  server.new_task_queue = [threads] {
    return new httplib::ThreadPool(threads);
  };
  // A connection that waits for a next request would hold a thread.
  server.set_keep_alive_max_count(1);
  server.set_tcp_nodelay(true);
  server.set_payload_max_length(kMostBytesAsked);
  // Its own options let another process of this user take the same port.
  server.set_socket_options([](socket_t /*socket*/) {});
  server.set_default_headers({{"Cache-Control", "no-store"},
                              {"Content-Security-Policy", policy},
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
  port = options.port;
  const bool bound =
      port > 0 ? server.bind_to_port(options.host, port)
               : (port = server.bind_to_any_port(options.host), port > 0);
  if (bound) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "--listen: %s, port %d cannot be taken; expected an address of this "
      "machine, and a port that is free",
      options.host, options.port));
}

void ViewServer::Parts::Answer(const httplib::Request& request,
                               httplib::Response& response) {
  if (request.method != "GET" && request.method != "HEAD") {
    return Refuse(405, "Only GET is answered.", response);
  }
  if (!IsOwnHost(request.get_header_value("Host"), options.host)) {
    return Refuse(403, "Open the address that couillon view has printed.",
                  response);
  }
  if (!IsOwnOrigin(request)) {
    return Refuse(403, "Another page may not read this.", response);
  }
  // "/TOKEN/" and what follows.
  const std::string_view path = request.path;
  if (path.empty()) return Refuse(404, "There is no such page.", response);
  const std::size_t end = path.find('/', 1);
  const std::string_view given =
      path.substr(1, end == std::string_view::npos ? end : end - 1);
  if (!SameSecret(given, token)) {
    return Refuse(404, "Open the address that couillon view has printed.",
                  response);
  }
  const std::string_view rest =
      end == std::string_view::npos ? std::string_view() : path.substr(end);
  if (rest == "/") return AnswerPage(response);
  if (rest == "/events") return AnswerEvents(request, response);
  if (has_deals && rest.starts_with(kDeals)) {
    return AnswerDeals(rest.substr(kDeals.size()), response);
  }
  if (rest.empty()) return response.set_redirect("/" + token + "/");
  Refuse(404, "There is no such page.", response);
}

void ViewServer::Parts::AnswerPage(httplib::Response& response) {
  // The number first: a report that comes meanwhile is sent once more.
  const std::int64_t number = board.report_number();
  PageData data = feed.latest();
  data.live = {{"url", absl::StrFormat("events?after=%d", number)}};
  if (has_deals) data.live["deals"] = kDeals.substr(1);
  absl::StatusOr<std::string> page = PageWithData(options.page, data);
  if (!page.ok()) {
    return Refuse(500, std::string(page.status().message()), response);
  }
  Send(*std::move(page), "text/html; charset=utf-8", response);
}

void ViewServer::Parts::AnswerDeals(std::string_view path,
                                    httplib::Response& response) const {
  absl::StatusOr<std::string> deals = ServedDeals(options.feed.directory, path);
  if (!deals.ok()) {
    const bool is_missing = absl::IsNotFound(deals.status());
    return Refuse(is_missing ? 404 : 500, std::string(deals.status().message()),
                  response);
  }
  Send(*std::move(deals), "application/json", response);
}

void ViewServer::Parts::AnswerEvents(const httplib::Request& request,
                                     httplib::Response& response) {
  if (!board.Join()) {
    return Refuse(503, "Too many pages are open.", response);
  }
  const auto seen = std::make_shared<EventBoard::Seen>();
  seen->report = ReportOf(request);
  response.set_chunked_content_provider(
      "text/event-stream",
      [this, seen](std::size_t /*offset*/, httplib::DataSink& sink) {
        return SendEvents(*seen, sink);
      },
      [this](bool /*whole*/) { board.Leave(); });
}

// Returns false when the client is gone or the server ends: this version of the
// library calls a provider again and again unless it says so.
bool ViewServer::Parts::SendEvents(EventBoard::Seen& seen,
                                   httplib::DataSink& sink) {
  const std::vector<EventText> news = board.WaitForNews(seen, kLookAtClient);
  if (board.stopped() || !sink.is_writable()) return false;
  for (const EventText& event : news) {
    if (!sink.write(event->data(), event->size())) return false;
  }
  return true;
}

ViewServer::ViewServer(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

absl::StatusOr<std::unique_ptr<ViewServer>> ViewServer::Start(
    ViewOptions options) {
  auto parts = std::make_unique<Parts>(std::move(options));
  absl::Status status = parts->feed.Begin();
  if (!status.ok()) return status;
  status = PageWithData(parts->options.page, {}).status();
  if (status.ok()) status = parts->Bind();
  if (!status.ok()) return status;
  parts->has_deals = HasServedDeals(parts->options.feed.directory);
  Parts& of = *parts;
  of.serving = std::thread([&of] { of.server.listen_after_bind(); });
  of.watching = std::thread([&of] { of.feed.Run(); });
  return std::unique_ptr<ViewServer>(new ViewServer(std::move(parts)));
}

ViewServer::~ViewServer() {
  parts_->board.Stop();
  // Before its loop begins, a server ignores that it is to stop.
  while (!parts_->server.is_running()) std::this_thread::yield();
  parts_->server.stop();
  parts_->serving.join();
  parts_->watching.join();
}

std::string ViewServer::address() const {
  const std::string& host = parts_->options.host;
  const bool ipv6 = host.find(':') != std::string::npos;
  return absl::StrFormat("http://%s:%d/%s/", ipv6 ? "[" + host + "]" : host,
                         parts_->port, parts_->token);
}

int ViewServer::clients() const { return parts_->board.clients(); }

}  // namespace couillon::arena
