// Words of a command that a message prints for a POSIX shell.
#pragma once

#include <string>

namespace couillon::arena {

// Returns `word` so that a shell reads it as one word: as it is, or in single
// quotes.
std::string ShellWord(const std::string& word);

}  // namespace couillon::arena
