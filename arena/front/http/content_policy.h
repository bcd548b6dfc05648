// What a browser lets the page do: see Content-Security-Policy.
#pragma once

#include <string>

namespace couillon::arena {

// Returns the policy of a page in one file: only the scripts that `page` has
// inside may run, by their digests; styles and images come from inside; it may
// ask for nothing but paths of its own server, and no other page may show it
// in a frame.
std::string ContentPolicy(const std::string& page);

}  // namespace couillon::arena
