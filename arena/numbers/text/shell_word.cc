// Single quotes around all but plain words, and a scanner of quoted words.

#include "arena/numbers/text/shell_word.h"

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || absl::StrContains("/._-=:,+@%^", c);
}

constexpr char kBlanks[] = " \t\n";

// Takes words off a text, one character after the other.
class WordScanner {
 public:
  explicit WordScanner(const std::string& text) : text_(text) {}

  absl::StatusOr<std::vector<std::string>> Scan() {
    std::vector<std::string> words;
    for (;;) {
      at_ = text_.find_first_not_of(kBlanks, at_);
      if (at_ == std::string::npos) return words;
      RETURN_IF_ERROR(TakeWord(words.emplace_back()));
    }
  }

 private:
  absl::Status TakeWord(std::string& word) {
    for (; at_ < text_.size() && !absl::StrContains(kBlanks, text_[at_]);
         ++at_) {
      switch (text_[at_]) {
        case '\'':
        case '"':
          RETURN_IF_ERROR(TakeQuoted(word));
          break;
        case '\\':
          if (++at_ == text_.size()) return Problem("a backslash at the end");
          word += text_[at_];
          break;
        default:
          word += text_[at_];
      }
    }
    return absl::OkStatus();
  }

  // Takes up to the closing quote, and stops at it.
  absl::Status TakeQuoted(std::string& word) {
    const char quote = text_[at_];
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      // In double quotes a backslash is one itself, unless before these.
      const bool escapes = quote == '"' && text_[at_] == '\\' &&
                           at_ + 1 < text_.size() &&
                           absl::StrContains("\"\\$`", text_[at_ + 1]);
      if (escapes) ++at_;
      word += text_[at_];
    }
    if (at_ < text_.size()) return absl::OkStatus();
    return Problem(absl::StrFormat("%c without a second one", quote));
  }

  [[nodiscard]] absl::Status Problem(const std::string& found) const {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the command %s: found %s; expected words as in a shell",
        PrintableLine(text_), found));
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string ShellWord(const std::string& word) {
  bool plain = !word.empty();
  for (const char c : word) plain = plain && IsPlain(c);
  if (plain) return word;
  return "'" + absl::StrReplaceAll(word, {{"'", "'\\''"}}) + "'";
}

absl::StatusOr<std::vector<std::string>> SplitShellWords(
    const std::string& text) {
  return WordScanner(text).Scan();
}

}  // namespace couillon::arena
