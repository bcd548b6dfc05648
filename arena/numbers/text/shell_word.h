// Words of a command as a POSIX shell reads them.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

// Returns `word` so that a shell reads it as one word: as it is, or in single
// quotes.
std::string ShellWord(const std::string& word);

// Returns the words of a command. Blanks separate words, unless they are in
// single or double quotes or follow a backslash. Nothing else is special: there
// are no variables, patterns or redirections. InvalidArgument if a quote is not
// closed or the text ends with a backslash; the message gives the text.
absl::StatusOr<std::vector<std::string>> SplitShellWords(
    const std::string& text);

}  // namespace couillon::arena
