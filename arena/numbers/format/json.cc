// The one source that compiles the library's templates.

#include "arena/numbers/format/json.h"

template class nlohmann::basic_json<nlohmann::ordered_map>;
