// A request to a server of pages, and its answer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace httplib {
struct Request;
}  // namespace httplib

namespace couillon::arena {

// A server-sent event, with its empty line at the end.
using EventText = std::shared_ptr<const std::string>;

// Events for one client. Destroyed when the client is gone or the server ends.
class EventStream {
 public:
  EventStream() = default;
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  virtual ~EventStream() = default;
  // Waits for news, half a second at most, so that it is noticed soon when the
  // client is gone. nullopt: no more will come. Called by one thread.
  virtual std::optional<std::vector<EventText>> Next() = 0;
};

// A request that has shown the token of the server.
class WebRequest {
 public:
  // Requires: the arguments outlive the request.
  WebRequest(const httplib::Request& request, std::string_view path)
      : request_(request), path_(path) {}

  [[nodiscard]] bool is_post() const;
  // The path after the token: "/", or "/events".
  [[nodiscard]] std::string_view path() const { return path_; }
  // A number of the query, such as the 3 of "?after=3"; nullopt if it is
  // missing or no number.
  [[nodiscard]] std::optional<std::int64_t> Number(const char* name) const;
  // The id of the last event that the client has: that of a browser that
  // reconnects, or the number "after" of the query; 0 without.
  [[nodiscard]] std::int64_t LastEvent() const;

 private:
  const httplib::Request& request_;
  std::string_view path_;
};

struct WebAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::unique_ptr<EventStream> events;  // in place of a body
};

// An answer that says in one line why there is no other.
WebAnswer RefusedReply(int status, const std::string& why);
WebAnswer HtmlAnswer(std::string page);
WebAnswer JsonAnswer(std::string json);

}  // namespace couillon::arena
