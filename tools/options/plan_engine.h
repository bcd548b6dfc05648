// This program as the engine of a plan.
#pragma once

#include "arena/shards/engine_build.h"

namespace couillon::tools {

arena::EngineBuild ThisEngine();

}  // namespace couillon::tools
