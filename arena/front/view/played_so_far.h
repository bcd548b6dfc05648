// How much of a league or an arena is played, read cheaply and often.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

struct PlayedSoFar {
  std::int64_t units_done = 0;
  std::int64_t units = 0;  // planned
  std::int64_t deals = 0;  // played, over all seatings
  // Seconds of all sessions; of one that has no end, up to the last change.
  std::int64_t seconds = 0;
  // Whether a sequential test can end it before all units.
  bool may_end_early = false;
};

// The errors are those of LeagueStore and ReadState.
absl::StatusOr<PlayedSoFar> ReadPlayed(const std::string& directory);

// The sizes and times of change of the files that results are in: another
// process that plays changes them. Reads no file.
struct FileMark {
  std::string path;
  std::int64_t size = 0;
  std::int64_t changed_ns = 0;
  friend bool operator==(const FileMark&, const FileMark&) = default;
};
std::vector<FileMark> MarksOf(const std::string& directory);

}  // namespace couillon::arena
