// The tables and indexes of a store. A file that somebody sends may hold others
// under the same names, such as a view that never ends.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "arena/league/store/sqlite.h"

namespace couillon::arena {

// The statements that make an empty store.
std::string StoreSchema();

// OK if the file has the tables and indexes of a store, each exactly as
// StoreSchema() makes it, and nothing else; those that earlier versions did not
// have may be missing. DataLoss names the file and what was found.
absl::Status CheckSchema(Database& database);

// OK if no page of the file is used twice or is otherwise damaged; reads all of
// it. DataLoss names the file and the damage.
absl::Status CheckPages(Database& database);

}  // namespace couillon::arena
