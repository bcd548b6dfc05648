// Bundles of a plan, PLAN/bundles/DIGEST.tar.zst by the digests of bots, and
// their copies on this machine: each bundle is unpacked once, whoever needs it.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

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
