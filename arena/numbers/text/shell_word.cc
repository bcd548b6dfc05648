// Single quotes around all but plain words.

#include "arena/numbers/text/shell_word.h"

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"

namespace couillon::arena {
namespace {

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || absl::StrContains("/._-=:,+@%^", c);
}

}  // namespace

std::string ShellWord(const std::string& word) {
  bool plain = !word.empty();
  for (const char c : word) plain = plain && IsPlain(c);
  if (plain) return word;
  return "'" + absl::StrReplaceAll(word, {{"'", "'\\''"}}) + "'";
}

}  // namespace couillon::arena
