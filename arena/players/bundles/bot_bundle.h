// A bot in one file, to bring it to another machine: a tar archive, compressed
// with zstd. It contains the files of its directory that its identity counts,
// no others; of a command without a directory, the files that the command names
// (command_files.h).
#pragma once

#include <string>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// Writes the files of `entry` to the new file `path`; the same files make the
// same bytes. A symbolic link stays one. FailedPrecondition names a file that
// is not the one that the identity counts; the errors about what a bundle may
// not contain are those of bot_copy.h. After an error, `path` may be there.
// Requires: `entry` has its identity, and a directory or a command.
absl::Status PackBundle(const v1::BotEntry& entry, const std::string& path);

// Unpacks the archive `path` into the empty folder `folder`. InvalidArgument
// names an entry that is neither a file nor a link, that is outside `folder` or
// leads there (to the system, a link may: LeadsToSystem), that comes twice, is
// sparse, or has another size than the archive says; and an archive that is
// damaged or exceeds a limit of bot_folder.h. Then some of its files may be
// there, all of them in `folder`, and no more bytes than the limit.
absl::Status UnpackBundle(const std::string& path, const std::string& folder);

}  // namespace couillon::arena
