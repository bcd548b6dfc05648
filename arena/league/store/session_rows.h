// When and where a league was played, in its database. It differs from run to
// run and is not part of the results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/sqlite.h"

namespace couillon::arena {

// A time in which one process played units of the league.
struct PlaySession {
  std::int64_t began = 0;  // seconds since 1970, UTC
  // Likewise; null while it plays, and for good if it was killed.
  std::optional<std::int64_t> ended;
  std::int64_t units = 0;  // that it has stored; 0 until it ends
  int workers = 0;
  std::string
      cpu;  // as in Host of arena/players/system/host.h; also the next two
  int cores = 0;
  std::string kernel;
  std::string version;  // of the program
  std::string commit;   // of its sources
};

// The SQL that makes the table. A league of the same format may lack it: it is
// made when it is first needed.
std::string SessionSchema();

// Adds a session that has begun, and returns its number.
absl::StatusOr<std::int64_t> AddSessionRow(Database& database,
                                           const PlaySession& session);

// Stores that it has ended; one that has stored no unit leaves nothing.
// Requires: `number` of AddSessionRow.
absl::Status EndSessionRow(Database& database, std::int64_t number,
                           const PlaySession& session);

// The sessions in the order in which they began; none for a league of before
// they were stored.
absl::StatusOr<std::vector<PlaySession>> ReadSessionRows(Database& database);

}  // namespace couillon::arena
