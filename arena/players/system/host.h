// The machine that this program runs on.
#pragma once

#include <string>

namespace couillon::arena {

struct Host {
  std::string cpu;     // its model; empty if it is unknown
  int cores = 0;       // logical processors
  std::string kernel;  // its name and release; empty if it is unknown
};

// Returns what this machine says of itself. Neither its name nor its addresses
// are asked for.
Host ThisHost();

}  // namespace couillon::arena
