// The environment of a bot's process: a short list of what programs need of
// ours, and what the bot is given; never the rest, in which tokens, keys and
// addresses of the user's session are.
#pragma once

#include <string>
#include <vector>

namespace couillon::arena {

// The environment of a bot as NAME=VALUE. Of ours: the variables that say where
// programs and libraries are, which language and time zone to use (PATH, LANG,
// LC_*, TZ, JAVA_HOME and their like), and those that `passed` names; an entry
// of `passed` that is NAME=VALUE is given as it is. Then `own`, which comes
// before all others. HOME and TMPDIR are `scratch`.
std::vector<std::string> BotEnvironment(const std::vector<std::string>& passed,
                                        const std::vector<std::string>& own,
                                        const std::string& scratch);

}  // namespace couillon::arena
