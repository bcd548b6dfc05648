// The authors who may submit bots over the network: the file authors.json of an
// arena. It holds the hash of each author's token, never a token.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "couillon/v1/arena.pb.h"

namespace couillon::arena {

inline constexpr std::uint32_t kMaxBotsOfAnAuthor = 1000;

// Admits an author with at most `most_bots` bots, 1 to kMaxBotsOfAnAuthor, and
// returns a fresh token of 64 characters. An author who was admitted before
// gets a new token and limit; the old token is void. InvalidArgument if a new
// name breaks the rule of arena/players/roster/name_rule.h or looks like that
// of another author; NotFound if there is no arena in `directory`; other errors
// name the file.
absl::StatusOr<std::string> AdmitAuthor(const std::string& directory,
                                        const std::string& author,
                                        std::uint32_t most_bots);

// The author's token is void from now on. NotFound if there is no such author;
// the other errors are those of AdmitAuthor.
absl::Status DismissAuthor(const std::string& directory,
                           const std::string& author);

// The admitted authors; none if the file does not exist. DataLoss names the
// file if it cannot be read.
absl::StatusOr<v1::AuthorList> ReadAuthors(const std::string& directory);

// The author with this token. Unauthenticated if there is none; the other
// errors are those of ReadAuthors.
absl::StatusOr<v1::AdmittedAuthor> AuthorWithToken(const std::string& directory,
                                                   const std::string& token);

}  // namespace couillon::arena
