// The content of a folder: a league, an arena, a round of an arena or a plan.
#pragma once

#include <initializer_list>
#include <string>

#include "absl/status/status.h"

namespace couillon::arena {

// The files by which they are known.
inline constexpr char kLeagueFile[] = "league.sqlite";
inline constexpr char kJournalFile[] = "journal.jsonl";
inline constexpr char kPlanFile[] = "plan.json";

// The end of a folder's name, with a number, until a merge is complete.
inline constexpr char kMergingSuffix[] = ".merging-";

// The arena whose round `directory` is, that is ARENA/rounds/0001 or so;
// empty if it is none.
std::string ArenaOfRound(const std::string& directory);

// The advice after a disk was full while the store in `directory` was written,
// as the end of a message: "...: free space, then ...". Names the command that
// goes on with a league, an arena of which it is a round, or a merge.
std::string AfterFullDisk(const std::string& directory);

// OK if there is no arena in `directory`; otherwise FailedPrecondition.
absl::Status CheckHoldsNoArena(const std::string& directory);

// OK if `directory` holds neither a league nor a plan; otherwise
// FailedPrecondition says which.
absl::Status CheckHoldsOnlyAnArena(const std::string& directory);

// OK if `path` is a file or nothing. DataLoss if it is a link, which may lead
// to files of the user in a folder that a stranger made, or a FIFO, device or
// folder.
absl::Status CheckPlainFile(const std::string& path);

// OK if none of the folders `names` in `directory` is a link, so that what is
// written into them stays in `directory`; otherwise DataLoss.
absl::Status CheckNoLinks(const std::string& directory,
                          std::initializer_list<const char*> names);

}  // namespace couillon::arena
