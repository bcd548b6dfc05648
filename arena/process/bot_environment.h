// The environment of a bot's process: a short list of the referee's variables
// that programs need, and the bot's own. Everything else stays out, since it
// may hold tokens, keys and addresses of the user's session.
#pragma once

#include <string>
#include <vector>

namespace couillon::arena {

// Returns the environment of a bot as NAME=VALUE. From the referee's own: the
// variables that locate programs and libraries or set language and time zone
// (PATH, LANG, LC_*, TZ, JAVA_HOME and the like), and those that `passed`
// names; an entry of `passed` of the form NAME=VALUE is copied. Then `own`,
// which overrides all others. HOME and TMPDIR are `scratch`.
std::vector<std::string> BotEnvironment(const std::vector<std::string>& passed,
                                        const std::vector<std::string>& own,
                                        const std::string& scratch);

}  // namespace couillon::arena
