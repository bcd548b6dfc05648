// The languages of bots, from bots/languages.txt, for tests over all of them.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace couillon::testing_support {

struct BotLanguage {
  std::string name;
  std::string built;  // the last file that its build makes; absolute
  std::vector<std::string> command;  // as in the file
};

std::ostream& operator<<(std::ostream& out, const BotLanguage& language);

// The languages in the order of the file; at least one.
std::vector<BotLanguage> BotLanguages();

// The command that starts the bot "random" or "greedy" of a language, with
// absolute paths and with `cpp_program` as the C++ program.
std::string CommandOf(const BotLanguage& language, const std::string& bot,
                      const std::string& cpp_program);

// The reason why bots in a language cannot be tested here, from the output of
// its build; empty if it is built.
std::string WhyNotBuilt(const BotLanguage& language);

}  // namespace couillon::testing_support
