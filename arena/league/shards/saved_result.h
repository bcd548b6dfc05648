// The result of a shard in the folder of results: the first one wins, and every
// further one of the same shard is a test of whether the bots repeat
// themselves.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::v1 {
class LeaguePlan;
}  // namespace couillon::v1

namespace couillon::arena {

// OK if the result of a shard is there and whole. NotFound if it is missing;
// DataLoss if it is damaged, FailedPrecondition if it belongs to another plan
// or to other units: both name the file. Reads all of it.
absl::Status CheckShard(const std::string& folder, const v1::LeaguePlan& plan,
                        std::int64_t shard);

struct SavedResult {
  enum class How : std::uint8_t {
    kNew,
    kSame,    // one with the same content is there
    kDiffers  // one with another content is there; both are kept
  };
  How how = How::kNew;
  std::string path;      // of the result
  std::string conflict;  // of the other content; with kDiffers only
  // The new path of a damaged file or one of another plan, which had the name
  // of the result; empty if there was none.
  std::string moved;
};

// Gives the whole result in the file `fresh`, which is in the folder of
// results, its name, and removes `fresh`. `content` is the content hash of
// ResultWriter. The error names the file.
absl::StatusOr<SavedResult> SaveResult(const std::string& folder,
                                       const v1::LeaguePlan& plan,
                                       std::int64_t shard,
                                       const std::string& fresh,
                                       const std::string& content);

// "new", "same" or "differs".
const char* HowName(SavedResult::How how);

}  // namespace couillon::arena
