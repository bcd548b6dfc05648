#include "arena/front/http/request_text.h"

#include <algorithm>
#include <array>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"

namespace couillon::arena {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadersEnd = "\r\n\r\n";
constexpr std::array<std::string_view, 3> kHeaders = {"Host", "Origin",
                                                      "Last-Event-ID"};

bool IsNamed(std::string_view name, std::string_view expected) {
  return absl::EqualsIgnoreCase(
      absl::string_view(name.data(), name.size()),
      absl::string_view(expected.data(), expected.size()));
}

// Reads the size of the body; false if it is no number.
bool ReadSize(std::string_view text, std::size_t& size) {
  return absl::SimpleAtoi(absl::string_view(text.data(), text.size()), &size);
}

RequestText Refused(int status) {
  return {.state = RequestState::kRefused, .refusal = status, .text = ""};
}

}  // namespace

RequestText ReadRequest(std::string_view bytes) {
  const std::size_t end = bytes.find(kHeadersEnd);
  if (std::min(end, bytes.size()) > kMaxHeaderBytes) return Refused(431);
  if (end == std::string_view::npos) return {};
  const std::size_t line_end = bytes.find(kLineEnd);
  RequestText request;
  request.text = bytes.substr(0, line_end + kLineEnd.size());
  std::size_t body = 0;
  for (std::size_t at = line_end; at < end;) {
    at += kLineEnd.size();
    const std::size_t next = bytes.find(kLineEnd, at);
    const std::string_view line = bytes.substr(at, next - at);
    at = next;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, colon);
    if (IsNamed(name, "Transfer-Encoding")) return Refused(411);
    if (IsNamed(name, "Content-Length") &&
        !ReadSize(line.substr(colon + 1), body)) {
      return Refused(400);
    }
    if (std::any_of(kHeaders.begin(), kHeaders.end(),
                    [name](auto each) { return IsNamed(name, each); })) {
      request.text.append(line).append(kLineEnd);
    }
  }
  if (body > kMaxBodyBytes) return Refused(413);
  if (bytes.size() < end + kHeadersEnd.size() + body) return {};
  request.state = RequestState::kWhole;
  request.text.append(kLineEnd);
  return request;
}

}  // namespace couillon::arena
