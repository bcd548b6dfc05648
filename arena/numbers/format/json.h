// JSON with its keys in the order of insertion. nlohmann-json consists of
// templates: json.cc instantiates the common ones once.
#pragma once

#include <nlohmann/json.hpp>

extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace couillon::arena {

using Json = nlohmann::ordered_json;

}  // namespace couillon::arena
