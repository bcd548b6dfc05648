// JSON with its keys in the order of insertion. nlohmann-json is all templates:
// what most files use of it is compiled once, in json.cc.
#pragma once

#include <nlohmann/json.hpp>

extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace couillon::arena {

using Json = nlohmann::ordered_json;

}  // namespace couillon::arena
