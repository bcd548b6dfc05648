// A request as bytes, before anything else looks at it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace couillon::arena {

inline constexpr std::size_t kMaxHeaderBytes = 16384;  // with the request line
inline constexpr std::size_t kMaxBodyBytes = 1024;

enum class RequestState : std::uint8_t { kIncomplete, kWhole, kRefused };

struct RequestText {
  RequestState state = RequestState::kIncomplete;
  int refusal = 0;   // of kRefused: the status of the answer
  std::string text;  // of kWhole: the request line and the headers that matter
};

// Looks whether `bytes`, all that a client has sent, are a whole request within
// the limits. Of its headers those remain that an answer depends on: a range, a
// coding or a condition would only let a client ask for work. The body is left
// out, since no answer depends on it. Refused are headers or a body that are
// too large (431, 413), and a body of unknown size (411).
RequestText ReadRequest(std::string_view bytes);

}  // namespace couillon::arena
