// The first whole file stays; a damaged one is renamed and replaced.

#include "arena/league/shards/saved_result.h"

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/durable_file.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/shards/shard_cut.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigitsInName = 16;  // of a content hash

ResultHeader HeaderOf(const v1::LeaguePlan& plan, std::int64_t shard) {
  return {.identity = plan.identity(), .units = {CutOf(plan).RunOf(shard)}};
}

// The whole result of a shard. The errors are those of CheckShard.
absl::StatusOr<ResultSummary> WholeResult(const std::string& path,
                                          const v1::LeaguePlan& plan,
                                          std::int64_t shard) {
  absl::StatusOr<ResultSummary> found = CheckResult(path);
  if (!found.ok() || found->header == HeaderOf(plan, shard)) return found;
  return absl::FailedPreconditionError(
      found->header.identity == plan.identity()
          ? absl::StrFormat("%s: holds other units than those of shard %d",
                            path, shard)
          : absl::StrFormat("%s: is a result of another plan, %s", path,
                            found->header.identity.substr(0, kDigitsInName)));
}

// Gives a file a name that says why it is no result. Returns the name; empty if
// the file is gone.
absl::StatusOr<std::string> MoveAside(const std::string& path,
                                      const char* why) {
  for (int number = 1;; ++number) {
    std::string aside = absl::StrFormat("%s.%s-%d", path, why, number);
    absl::StatusOr<bool> linked = LinkFirst(path, aside);
    std::error_code error;
    if (!linked.ok()) {
      if (!fs::exists(path, error)) return "";
      return linked.status();
    }
    if (!*linked) continue;
    fs::remove(path, error);
    return aside;
  }
}

absl::StatusOr<SavedResult> Save(const std::string& path,
                                 const v1::LeaguePlan& plan, std::int64_t shard,
                                 const std::string& fresh,
                                 const std::string& content) {
  SavedResult saved{.path = path};
  for (;;) {
    ASSIGN_OR_RETURN(const bool first, LinkFirst(fresh, path));
    if (first) return saved;
    const absl::StatusOr<ResultSummary> there = WholeResult(path, plan, shard);
    if (there.ok() && there->content == content) {
      saved.how = SavedResult::How::kSame;
      return saved;
    }
    if (there.ok()) {
      saved.how = SavedResult::How::kDiffers;
      saved.conflict =
          absl::StrCat(path, ".conflict-", content.substr(0, kDigitsInName));
      RETURN_IF_ERROR(LinkFirst(fresh, saved.conflict).status());
      return saved;
    }
    const char* why =
        absl::IsFailedPrecondition(there.status()) ? "foreign" : "damaged";
    ASSIGN_OR_RETURN(std::string moved, MoveAside(path, why));
    if (!moved.empty()) saved.moved = std::move(moved);
  }
}

}  // namespace

absl::Status CheckShard(const std::string& folder, const v1::LeaguePlan& plan,
                        std::int64_t shard) {
  return WholeResult(ResultPath(folder, plan, shard), plan, shard).status();
}

absl::StatusOr<SavedResult> SaveResult(const std::string& folder,
                                       const v1::LeaguePlan& plan,
                                       std::int64_t shard,
                                       const std::string& fresh,
                                       const std::string& content) {
  absl::StatusOr<SavedResult> saved =
      Save(ResultPath(folder, plan, shard), plan, shard, fresh, content);
  unlink(fresh.c_str());
  return saved;
}

const char* HowName(SavedResult::How how) {
  return how == SavedResult::How::kNew    ? "new"
         : how == SavedResult::How::kSame ? "same"
                                          : "differs";
}

}  // namespace couillon::arena
