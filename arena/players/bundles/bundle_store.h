// Bundles of a plan, PLAN/bundles/DIGEST.tar.zst by the digests of bots, and
// their copies on this machine: each bundle is unpacked once, whoever needs it.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1
namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// A bot in one file, to bring it to another machine: a tar archive, compressed
// with zstd. It contains the files of its directory that its identity counts,
// no others; of a command without a directory, the files that the command names
// (command_files.h).

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

// Packs each bot of `config` that has a directory or is a command which names
// files, unless its bundle is there. The errors are those of PackBundle.
// Requires: the bots have identities.
absl::Status PackBundles(const v1::LeagueConfig& config,
                         const std::string& plan);

// The folder of this user for unpacked bundles: the environment variable
// COUILLON_BUNDLES if it is set; otherwise couillon-bundles-UID in TMPDIR or
// /tmp, which should be on this machine's own disk.
std::string BundleCache();

// Sets the directory of each bot of `config` whose bundle is in the plan to a
// copy in `cache`; of a command, the files that are not where it names them
// (UseMembers in command_files.h). The cache is created with permissions for
// this user alone. Unpacks under a lock what is not there. Every copy is
// compared with the bot's identity, file by file; one that differs is moved
// aside and unpacked again. FailedPrecondition if others may write to the
// cache, or a bundle does not contain what the identity says; it names the
// file.
absl::Status UseBundles(const std::string& plan, const std::string& cache,
                        v1::LeagueConfig& config);

// The configuration of the plan as it is played from bundles, for what depends
// on where files are: the directories that have a bundle are that of the plan.
v1::LeagueConfig WithBundles(const std::string& plan, v1::LeagueConfig config);

}  // namespace couillon::arena
