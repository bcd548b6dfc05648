// Whether text on a terminal has colours.
#pragma once

namespace couillon::tools {

// Whether stdout shall have colours. The environment decides: NO_COLOR (not
// empty) none, else CLICOLOR_FORCE (neither empty nor 0) colours; otherwise
// only if stdout is a terminal whose TERM is neither "dumb" nor none.
bool UsesColor();

}  // namespace couillon::tools
