// The environment of a bot's process: a short list of the referee's variables
// that programs need, and the bot's own. All other variables are left out: they
// may hold tokens, keys and addresses of the user's session.
#pragma once

#include <string>
#include <vector>

namespace couillon::arena {

// Returns the environment of a bot as NAME=VALUE. Later ones override:
// the referee's variables that locate programs and libraries or set language
// and time zone (PATH, LANG, LC_*, TZ, JAVA_HOME and the like); HOME and TMPDIR
// as `scratch`; the entries of `passed`, as NAME=VALUE or as the NAME of a
// variable of the referee; `own`.
std::vector<std::string> BotEnvironment(const std::vector<std::string>& passed,
                                        const std::vector<std::string>& own,
                                        const std::string& scratch);

// Takes the variables out of `environment` that make a program load or read
// other files before it begins (LD_PRELOAD and the like), unless this process
// has them too: they are for a bot inside its sandbox, not for the program that
// makes the sandbox. Returns the options of bwrap that set them for the bot.
std::vector<std::string> TakeLoaderVariables(
    std::vector<std::string>& environment);

}  // namespace couillon::arena
