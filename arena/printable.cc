#include "arena/printable.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

// The length of the UTF-8 sequence at `at` that stands for one printable
// character; 0 if there is none.
std::size_t PrintableAt(const std::string& text, std::size_t at) {
  const auto byte = [&text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned lead = byte(at);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  std::uint32_t point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
    point = point << 6 | (byte(at + i) & 0x3fU);
  }
  const bool too_long = (length == 3 && point < 0x800) ||
                        (length == 4 && (point < 0x10000 || point > 0x10ffff));
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  const bool control = point < 0xa0;
  // Marks that turn the direction of what follows, or cannot be seen.
  const bool hidden = (point >= 0x200b && point <= 0x200f) ||
                      (point >= 0x2028 && point <= 0x202e) ||
                      (point >= 0x2060 && point <= 0x206f) || point == 0xfeff;
  return too_long || surrogate || control || hidden ? 0 : length;
}

}  // namespace

std::string Printable(const std::string& text, std::size_t most) {
  if (text.size() > most) {
    const std::size_t half = most / 2;
    return Printable(text.substr(0, half), most) +
           absl::StrFormat(" [%d bytes left out] ", text.size() - 2 * half) +
           Printable(text.substr(text.size() - half), most);
  }
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char letter = text[at];
    std::size_t length = PrintableAt(text, at);
    if (letter == '\n' || letter == '\t') length = 1;
    if (length > 0) {
      result.append(text, at, length);
      at += length;
      continue;
    }
    result += absl::StrFormat("\\x%02x", static_cast<unsigned char>(letter));
    ++at;
  }
  return result;
}

}  // namespace couillon::arena
