// A merge of sorted runs: units are taken in the order of the schedule from all
// files at once.

#include "arena/league/shards/merge_results.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/durable_file.h"
#include "arena/league/shards/planned_test.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/directory_lock.h"
#include "arena/league/store/folder_content.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/league/store/unit_bytes.h"
#include "arena/league/store/unit_run.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team.h"
#include "arena/table/unit/sequential_match.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

// The units of many results, in the order of the schedule.
class UnitsInOrder {
 public:
  // Reads the headers of `paths`. InvalidArgument names two files that have a
  // unit in common; FailedPrecondition names a file of another plan than
  // `identity`; the other errors are those of ResultReader. Only files that are
  // under way stay open: those of shards one at a time.
  static absl::StatusOr<UnitsInOrder> Open(
      const std::vector<std::string>& paths, const std::string& identity);

  // All units, as runs that are apart from each other, ascending.
  [[nodiscard]] const std::vector<UnitRun>& units() const { return units_; }
  // The number of the next unit; null after the last one.
  [[nodiscard]] std::optional<std::int64_t> next() const;
  // Reads it. The errors are those of ResultReader::Read. Requires: next().
  absl::StatusOr<UnitBytes> Read();

 private:
  struct Part {
    UnitRun run;
    std::size_t file = 0;
  };
  std::vector<std::string> paths_;
  std::vector<Part> parts_;  // ascending
  std::vector<UnitRun> units_;
  std::size_t part_ = 0;
  std::int64_t next_ = 0;
  std::map<std::size_t, ResultReader> open_;  // by file
};

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

namespace fs = std::filesystem;

// Each group that is stored waits for the disk.
constexpr std::size_t kMaxUnitsOfAGroup = 4096;
constexpr std::size_t kMaxBytesOfAGroup = std::size_t{1} << 26;

// Stores units that come in the order of the schedule.
class StoreBuilder {
 public:
  StoreBuilder(LeagueStore& store, const std::vector<CompiledRules>& rules)
      : store_(store),
        schedule_(MakeSchedule(store.config())),
        rule_(store.config(), rules) {
    if (store.config().has_sprt()) test_.emplace(store.config());
  }

  // Returns true if the league needs no further unit: its sequential test has
  // decided.
  [[nodiscard]] bool has_all() const { return test_ && test_->ended(); }

  absl::Status Add(std::int64_t number, UnitBytes bytes) {
    if (number >= schedule_.units()) {
      return absl::DataLossError(absl::StrFormat(
          "unit %d: the schedule has %d units", number, schedule_.units()));
    }
    ASSIGN_OR_RETURN(UnitResult result,
                     FromBytes(bytes, schedule_.unit(number)));
    bytes_ += bytes.result.size() + bytes.records.size() + bytes.faults.size();
    if (rule_.Apply(result) && store_.config().record_deals()) {
      bytes.records = PackDeals(result.records);
      result.records.clear();
    }
    if (test_) test_->Add(number, result.outcome);
    ++merged_.units;
    merged_.deals += result.outcome.counts.deals;
    results_.push_back(std::move(result));
    frames_.push_back(std::move(bytes.records));
    const bool full =
        results_.size() >= kMaxUnitsOfAGroup || bytes_ >= kMaxBytesOfAGroup;
    return full ? Store() : absl::OkStatus();
  }

  absl::StatusOr<MergedLeague> Finish() {
    RETURN_IF_ERROR(Store());
    merged_.whole = has_all() || merged_.units == schedule_.units();
    return merged_;
  }

 private:
  absl::Status Store() {
    absl::Status status = LeaveOutStored();
    if (!status.ok() || results_.empty()) return status;
    merged_.saved += static_cast<std::int64_t>(results_.size());
    status = store_.config().record_deals()
                 ? store_.SavePacked(results_, frames_)
                 : store_.Save(results_);
    results_.clear();
    frames_.clear();
    bytes_ = 0;
    return status;
  }

  // Leaves out of the group what the store holds already. The error is that of
  // MergeIntoOpenStore.
  absl::Status LeaveOutStored() {
    if (results_.empty()) return absl::OkStatus();
    std::set<std::int64_t> stored;
    std::optional<std::int64_t> other;
    std::size_t at = 0;
    RETURN_IF_ERROR(store_.ForEachUnit(
        results_.front().unit.number, results_.back().unit.number + 1,
        [&](const StoredUnit& unit) {
          while (results_[at].unit.number < unit.number) ++at;
          const UnitResult& result = results_[at];
          if (result.unit.number != unit.number) return;
          const bool lost = result.outcome.lost_by.has_value();
          const bool equal = unit.outcome == result.outcome;
          if (equal && (!lost || (unit.faults == 0) == result.faults.empty())) {
            stored.insert(unit.number);
          } else if (!equal && !(lost && result.faults.empty()) && !other) {
            other = unit.number;  // and not by the rule, which replaces it
          }
        }));
    if (other) return StoredOtherwise(schedule_.unit(*other));
    if (!stored.empty()) Drop(stored);
    return absl::OkStatus();
  }

  void Drop(const std::set<std::int64_t>& numbers) {
    std::vector<UnitResult> results;
    std::vector<std::string> frames;
    for (std::size_t at = 0; at < results_.size(); ++at) {
      if (numbers.contains(results_[at].unit.number)) continue;
      results.push_back(std::move(results_[at]));
      frames.push_back(std::move(frames_[at]));
    }
    results_ = std::move(results);
    frames_ = std::move(frames);
  }

  [[nodiscard]] absl::Status StoredOtherwise(const Unit& unit) const {
    std::string names;
    for (int team = 0; team < unit.teams.size(); ++team) {
      for (const BotIndex bot : unit.teams[static_cast<Team>(team)]) {
        absl::StrAppend(&names, names.empty() ? "" : ", ",
                        PrintableLine(store_.config().bots(ToInt(bot)).name()));
      }
    }
    return absl::DataLossError(absl::StrFormat(
        "%s: unit %d is stored with another result than that of the plan; at "
        "least one of its bots is not deterministic: %s",
        store_.directory(), unit.number, names));
  }

  LeagueStore& store_;
  Schedule schedule_;
  OrderedRule rule_;
  std::optional<SequentialMatch> test_;
  MergedLeague merged_;
  std::vector<UnitResult> results_;
  std::vector<std::string> frames_;
  std::size_t bytes_ = 0;
};

absl::StatusOr<MergedLeague> AddTo(LeagueStore& store, UnitsInOrder& units) {
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   CompileLeague(store.config()));
  StoreBuilder builder(store, rules);
  while (const std::optional<std::int64_t> number = units.next()) {
    if (builder.has_all()) break;
    ASSIGN_OR_RETURN(UnitBytes bytes, units.Read());
    RETURN_IF_ERROR(builder.Add(*number, std::move(bytes)));
  }
  return builder.Finish();
}

absl::StatusOr<MergedLeague> FillStore(const v1::LeaguePlan& plan,
                                       UnitsInOrder& units,
                                       const std::string& directory) {
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   LeagueStore::Create(directory, plan.config()));
  return AddTo(*store, units);
}
std::string MergedPath(const std::string& directory) {
  return (fs::path(directory) / "merged.json").string();
}

absl::Status WriteMerged(const v1::LeaguePlan& plan, const MergedLeague& league,
                         const std::string& missing_shards,
                         const std::string& directory) {
  v1::MergedPlan merged;
  if (league.whole) merged.set_identity(plan.identity());
  merged.set_plan_identity(plan.identity());
  merged.set_units_merged(league.units);
  merged.set_units(plan.units());
  merged.set_missing_shards(missing_shards);
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(merged, &json, options)
           .ok()) {
    return absl::InternalError("what was merged has no JSON form");
  }
  return WriteDurably(MergedPath(directory), json);
}

}  // namespace

absl::StatusOr<std::string> MergeResults(const std::vector<std::string>& paths,
                                         const std::string& identity,
                                         const std::string& path) {
  ASSIGN_OR_RETURN(UnitsInOrder units, UnitsInOrder::Open(paths, identity));
  const std::string fresh = TemporaryName(path);
  absl::StatusOr<ResultWriter> writer =
      ResultWriter::Open(fresh, {.identity = identity, .units = units.units()});
  absl::Status status = writer.status();
  while (status.ok() && units.next()) {
    const absl::StatusOr<UnitBytes> unit = units.Read();
    status = unit.ok() ? writer->Add(*unit) : unit.status();
  }
  std::string content;
  if (status.ok()) {
    absl::StatusOr<std::string> finished = writer->Finish();
    status = finished.status();
    if (finished.ok()) content = *std::move(finished);
  }
  if (status.ok()) {
    const absl::StatusOr<bool> first = LinkFirst(fresh, path);
    status = first.status();
    if (first.ok() && !*first) {
      status = absl::AlreadyExistsError(
          absl::StrFormat("%s: is there already", path));
    }
  }
  unlink(fresh.c_str());
  if (!status.ok()) return status;
  return content;
}

absl::StatusOr<MergedLeague> MergeIntoStore(
    const v1::LeaguePlan& plan, const std::vector<std::string>& paths,
    const std::string& missing_shards, const std::string& directory) {
  std::error_code error;
  if (fs::exists(directory, error) && !fs::is_empty(directory, error)) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "%s: is not empty; choose another directory", directory));
  }
  ASSIGN_OR_RETURN(UnitsInOrder units,
                   UnitsInOrder::Open(paths, plan.identity()));
  // A store under its own name is complete: whoever is killed leaves another.
  const std::string whole =
      fs::absolute(fs::path(directory) / "").parent_path();
  const std::string fresh = absl::StrCat(whole, kMergingSuffix, getpid());
  fs::remove_all(fresh, error);
  absl::StatusOr<MergedLeague> merged = FillStore(plan, units, fresh);
  if (merged.ok()) {
    const absl::Status status =
        WriteMerged(plan, *merged, missing_shards, fresh);
    if (!status.ok()) merged = status;
  }
  if (merged.ok()) {
    fs::rename(fresh, whole, error);
    if (error) {
      merged = absl::PermissionDeniedError(
          absl::StrFormat("%s: %s", directory, error.message()));
    }
  }
  if (!merged.ok()) fs::remove_all(fresh, error);
  SyncFolder(fs::path(whole).parent_path().string());
  return merged;
}

absl::StatusOr<MergedLeague> MergeIntoOpenStore(
    const v1::LeaguePlan& plan, const std::vector<std::string>& paths,
    LeagueStore& store) {
  ASSIGN_OR_RETURN(UnitsInOrder units,
                   UnitsInOrder::Open(paths, plan.identity()));
  return AddTo(store, units);
}

absl::StatusOr<v1::MergedPlan> ReadMerged(const std::string& directory) {
  const std::string path = MergedPath(directory);
  if (!fs::exists(path)) {
    return absl::NotFoundError(
        absl::StrFormat("%s: there is no merged league", directory));
  }
  ASSIGN_OR_RETURN(const std::string json,
                   ReadWhole(path, kMaxStoredTextBytes));
  v1::MergedPlan merged;
  if (ReadStoredJson(json, merged)) {
    return merged;
  }
  return absl::DataLossError(absl::StrFormat("%s: cannot be read", path));
}

}  // namespace couillon::arena
