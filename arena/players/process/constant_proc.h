// The part of /proc that a sandboxed bot sees besides processes: constant files
// instead of the kernel's counters, which one bot process could move and
// another could read.
#pragma once

#include <string>

#include "arena/players/process/sandbox_entry.h"

namespace couillon::arena {

// Orders to mount /proc at `folder`, which must outlive them. Every entry of
// /proc is covered, except processes and a short list of entries that no
// process can change: an entry that only a future kernel has is covered, too.
// Values that programs need (the number of cores, the size of the memory,
// limits of the kernel) are those of the machine at the first call.
// Thread-safe.
ProcOrders ProcOrdersFor(const std::string& folder);

}  // namespace couillon::arena
