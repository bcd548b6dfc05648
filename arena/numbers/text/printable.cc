// Decodes UTF-8 one character at a time, and escapes whatever is malformed,
// hidden or a control.

#include "arena/numbers/text/printable.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace couillon::arena {
namespace {

// The most columns of a quoted line, without its indent. It must fit in a
// terminal: a line wrapped there continues at the edge, like one of the arena.
constexpr int kMaxColumns = 70;
constexpr std::size_t kMaxTail = std::size_t{4} * 4096;  // bytes

// Bidirectional controls, joiners, line separators and invisible characters.
bool IsHidden(std::uint32_t point) {
  return point == 0xad || point == 0x34f || point == 0x61c || point == 0x180e ||
         (point >= 0x200b && point <= 0x200f) ||
         (point >= 0x2028 && point <= 0x202e) ||
         (point >= 0x2060 && point <= 0x206f) || point == 0xfeff ||
         (point >= 0xfff9 && point <= 0xfffb) ||
         (point >= 0xe0000 && point <= 0xe007f);
}

struct Character {
  std::size_t length = 0;  // bytes; 0 if there is no valid UTF-8
  std::uint32_t point = 0;
};

// The character at `at`. Requires: at < text.size().
Character CharacterAt(const std::string& text, std::size_t at) {
  const auto byte = [&text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned lead = byte(at);
  if (lead < 0x80) return {.length = 1, .point = lead};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return {};
  std::uint32_t point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return {};
    point = point << 6 | (byte(at + i) & 0x3fU);
  }
  const bool too_long = (length == 3 && point < 0x800) ||
                        (length == 4 && (point < 0x10000 || point > 0x10ffff));
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  if (too_long || surrogate) return {};
  return {.length = length, .point = point};
}

// The length of the UTF-8 sequence at `at` that stands for one printable
// character; 0 if there is none.
std::size_t PrintableAt(const std::string& text, std::size_t at) {
  const auto [length, point] = CharacterAt(text, at);
  const bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
  return control || IsHidden(point) ? 0 : length;
}

}  // namespace

bool IsUtf8(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = CharacterAt(text, at).length;
    if (length == 0) return false;
    at += length;
  }
  return true;
}

bool IsPlainText(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = PrintableAt(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

absl::Status CheckPlainText(const std::string& field, const std::string& text,
                            std::size_t most) {
  if (text.size() > most) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s has %d bytes; expected %d at most", field, text.size(), most));
  }
  if (IsPlainText(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\", which has control characters or others that cannot be "
      "seen; expected printable UTF-8 on one line",
      field, PrintableLine(text)));
}

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

std::string PrintableLine(const std::string& text, std::size_t most) {
  return absl::StrReplaceAll(Printable(text, most),
                             {{"\n", "\\n"}, {"\t", "\\t"}});
}

std::string QuotedLines(const std::string& text, const std::string& indent) {
  const std::string begin = "\n" + indent + "| ";
  std::string lines = begin;
  int columns = 0;
  for (const char letter : absl::StripTrailingAsciiWhitespace(text)) {
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte & 0xc0) != 0x80) {  // the first byte of a character
      // Non-ASCII characters may be two columns wide; a tab becomes two blanks.
      const int width = byte >= 0x80 || letter == '\t' ? 2 : 1;
      columns = letter == '\n' ? 0 : columns + width;
      if (columns > kMaxColumns) {
        lines += begin;
        columns = width;
      }
    }
    if (letter == '\n') {
      lines += begin;
    } else if (letter == '\t') {
      lines += "  ";
    } else {
      lines += letter;
    }
  }
  return lines;
}

std::string WithStderrTail(const std::string& text,
                           const std::string& stderr_tail) {
  if (stderr_tail.empty()) return text;
  // A tail that is already escaped is longer, but must not be cut again.
  return text + "; its last stderr output:" +
         QuotedLines(Printable(stderr_tail, kMaxTail));
}

}  // namespace couillon::arena
