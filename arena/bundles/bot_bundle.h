// A bot in one file, to bring it to another machine: a tar archive, compressed
// with zstd. It contains the files of its directory that its identity counts,
// no others; of a command without a directory, the files that the command names
// (command_files.h).
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// What a bundle may contain, so that no archive fills a disk.
inline constexpr std::int64_t kMostBundleBytes = std::int64_t{8} << 30;

// Writes the files of `entry` to the new file `path`; the same files make the
// same bytes. A symbolic link stays one if it leads to a place in the
// directory by a relative path; otherwise it becomes the file that it leads to.
// FailedPrecondition names a link that leads to a folder outside, and a file
// that is not the one that the identity counts. Other errors name the file.
// Requires: `entry` has its identity, and a directory or a command.
absl::Status PackBundle(const v1::BotEntry& entry, const std::string& path);

// Unpacks the archive `path` into the empty folder `folder`. InvalidArgument
// names an entry that is neither a file nor a link, that is outside `folder` or
// leads there, or comes twice; and an archive that is damaged or too large.
// Then some of its files may be there, all of them in `folder`.
absl::Status UnpackBundle(const std::string& path, const std::string& folder);

}  // namespace couillon::arena
