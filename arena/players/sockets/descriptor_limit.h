// The number of file descriptors that this process may have open.
#pragma once

namespace couillon::arena {

// Raises the limit of this process as far as the system allows without a
// privilege, since each connection takes a descriptor. Returns the new limit.
// Processes that start later inherit it, unless they get a limit of their own.
int RaiseDescriptorLimit();

}  // namespace couillon::arena
