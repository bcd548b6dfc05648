#include "arena/league/shards/units_in_order.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

absl::StatusOr<UnitsInOrder> UnitsInOrder::Open(
    const std::vector<std::string>& paths, const std::string& identity) {
  UnitsInOrder all;
  all.paths_ = paths;
  for (std::size_t file = 0; file < paths.size(); ++file) {
    ASSIGN_OR_RETURN(const ResultReader reader,
                     ResultReader::Open(paths[file]));
    if (reader.header().identity != identity) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "%s: is a result of another plan, %s; expected one of %s",
          paths[file], reader.header().identity, identity));
    }
    for (const UnitRun& run : reader.header().units) {
      all.parts_.push_back({.run = run, .file = file});
    }
  }
  std::ranges::sort(all.parts_, {},
                    [](const Part& part) { return part.run.first; });
  const Part* before = nullptr;
  for (const Part& part : all.parts_) {
    if (before != nullptr && before->run.end > part.run.first) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s and %s: both have unit %d; expected each unit once",
          paths[before->file], paths[part.file], part.run.first));
    }
    if (before != nullptr && before->run.end == part.run.first) {
      all.units_.back().end = part.run.end;
    } else {
      all.units_.push_back(part.run);
    }
    before = &part;
  }
  if (!all.parts_.empty()) all.next_ = all.parts_.front().run.first;
  return all;
}

std::optional<std::int64_t> UnitsInOrder::next() const {
  if (part_ == parts_.size()) return std::nullopt;
  return next_;
}

absl::StatusOr<UnitBytes> UnitsInOrder::Read() {
  const Part& part = parts_[part_];
  auto at = open_.find(part.file);
  if (at == open_.end()) {
    ASSIGN_OR_RETURN(ResultReader reader,
                     ResultReader::Open(paths_[part.file]));
    at = open_.emplace(part.file, std::move(reader)).first;
  }
  if (at->second.next() != next_) {
    return absl::DataLossError(absl::StrFormat(
        "%s: was replaced while it was read", paths_[part.file]));
  }
  absl::StatusOr<UnitBytes> unit = at->second.Read();
  if (!at->second.next()) open_.erase(at);
  if (++next_ == part.run.end) {
    ++part_;
    if (part_ < parts_.size()) next_ = parts_[part_].run.first;
  }
  return unit;
}

}  // namespace couillon::arena
