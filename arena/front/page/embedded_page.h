// The page for reports that this program was built with.
#pragma once

#include <string_view>

namespace couillon::arena {

// Returns the HTML of tools/page.sh, without data; empty if there was none when
// the program was built.
std::string_view EmbeddedPage();

}  // namespace couillon::arena
