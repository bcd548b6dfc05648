// Names of bots and authors: one rule for what a name may be, and what two
// names look like. The characters, scripts and look-alikes are those of ICU.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::arena {

inline constexpr std::size_t kMaxNameCharacters = 40;

// OK if `name` has 1 to kMaxNameCharacters characters, all of them letters of
// one script that is written from left to right, digits 0 to 9, or one of
// - _ . +, begins with a letter or digit, and is in Unicode normalization form
// C. InvalidArgument gives `field`, the name, the character and its place.
// Names from before this rule may be others: only new ones are checked.
absl::Status CheckName(const std::string& field, const std::string& name);

// Returns `name` without " v3" at its end, as an arena labels the versions of
// its bots.
std::string WithoutVersionLabel(const std::string& name);

// Returns what `name` looks like: one or two skeletons as of Unicode UTS 39, of
// the name without accents, - _ . and a version such as "-v2" at its end,
// regardless of case. Two names can be taken for each other if they share one.
// Depends on the tables of ICU: store it if it must not change later.
std::vector<std::string> NameSkeletons(const std::string& name);

// Returns whether the skeletons of two names have one in common.
bool LookAlike(const std::vector<std::string>& skeletons,
               const std::vector<std::string>& others);

}  // namespace couillon::arena
