// Escape sequences of the tones.

#include "arena/numbers/format/tone.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"

namespace couillon::arena {
namespace {

const char* CodeOf(Tone tone) {
  switch (tone) {
    case Tone::kPlain:
      break;
    case Tone::kStrong:
      return "1";
    case Tone::kFaint:
      return "2";
    case Tone::kAhead:
      return "36";
    case Tone::kBehind:
      return "33";
    case Tone::kWarning:
      return "1;33";
  }
  return "";
}

}  // namespace

std::string Toned(const std::string& text, Tone tone) {
  if (tone == Tone::kPlain) return text;
  std::string toned;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) {
      absl::StrAppend(&toned, "\x1b[", CodeOf(tone), "m",
                      text.substr(at, end - at), "\x1b[0m");
    }
    if (end < text.size()) toned += '\n';
    at = end + 1;
  }
  return toned;
}

}  // namespace couillon::arena
