// Suggests a known name for one that is unknown, in errors about names from
// outside: commands, options, rulesets, bots. It lies in the lowest room whose
// errors have such names.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace couillon {

// The known name that is nearest to `found`: the one with the fewest letters to
// insert, delete, replace or swap with their neighbour, upper and lower case
// being the same; the first of several. Null if none is near: more than a third
// of the letters differ, and `found` is not the beginning of a single name (at
// least three letters of it).
[[nodiscard]] std::optional<std::string> NearestName(
    const std::string& found, const std::vector<std::string>& known);

// The end of an error about `found`: "; did you mean NAME?", or nothing.
[[nodiscard]] std::string DidYouMean(const std::string& found,
                                     const std::vector<std::string>& known);

}  // namespace couillon
