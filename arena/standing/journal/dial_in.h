// Bots that connect to an arena join it, or come back to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {

// The maximum number of versions of a bot that dials in: a program that
// describes itself differently at each start must not fill the journal.
inline constexpr std::uint32_t kMaxDialInVersions = 200;
// The maximum number of refusals of an author's bots, for the same reason.
inline constexpr std::size_t kMaxDialInRefusals = 200;

// The maximum number of disqualified versions of an author's bots.
inline constexpr std::int64_t kMaxDialInDisqualified = 10;

struct DialInRequest {
  std::string author;           // whose token it came with
  std::uint32_t most_bots = 1;  // of that author, by name, at a time
  std::string name;             // in the arena
  v1::DescribeResponse description;
};

struct DialInEntrant {
  int entrant = 0;  // its number
  std::string label;
  v1::DescribeResponse description;  // as it was when the version joined
  bool is_new = false;               // the journal has a new version
};

// Finds the version of the bot with this description, or adds it to the
// journal as the next version. An older version may only come back to play what
// was planned for it. InvalidArgument if the name or the description is
// refused; FailedPrecondition if the bot has retired or was replaced, if the
// name belongs to another author or looks like such a name, or if the arena
// takes no remote bot;
// ResourceExhausted if the author or the bot has as many as are allowed; the
// other errors are those of UpdateJournal.
absl::StatusOr<DialInEntrant> SubmitDialIn(const std::string& directory,
                                           const DialInRequest& request);

// Returns what SubmitDialIn would, with the same errors, and leaves the journal
// as it is. FailedPrecondition gives the reason again if a bot of that name
// with this description was refused; ResourceExhausted if the author had as
// many refusals as are allowed.
absl::StatusOr<DialInEntrant> FindDialIn(const std::string& directory,
                                         const DialInRequest& request);

// Records why the bot was not taken in. The errors are those of SubmitDialIn.
absl::Status RefuseDialIn(const std::string& directory,
                          const DialInRequest& request,
                          const std::string& reason);

}  // namespace couillon::arena
