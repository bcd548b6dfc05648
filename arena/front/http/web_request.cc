// Query parameters as numbers, and the usual headers of an answer.

#include "arena/front/http/web_request.h"

#include <httplib.h>

#include <utility>

#include "absl/strings/numbers.h"

namespace couillon::arena {
namespace {

std::optional<std::int64_t> NumberIn(const std::string& text) {
  std::int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number)) return std::nullopt;
  return number;
}

}  // namespace

bool WebRequest::is_post() const { return request_.method == "POST"; }

std::optional<std::int64_t> WebRequest::Number(const char* name) const {
  return NumberIn(request_.get_param_value(name));
}

std::int64_t WebRequest::LastEvent() const {
  const std::string id = request_.get_header_value("Last-Event-ID");
  return (id.empty() ? Number("after") : NumberIn(id)).value_or(0);
}

WebAnswer RefusedReply(int status, const std::string& why) {
  return {.status = status, .body = why + "\n", .events = nullptr};
}

WebAnswer HtmlAnswer(std::string page) {
  return {.type = "text/html; charset=utf-8",
          .body = std::move(page),
          .events = nullptr};
}

WebAnswer JsonAnswer(std::string json) {
  return {
      .type = "application/json", .body = std::move(json), .events = nullptr};
}

}  // namespace couillon::arena
