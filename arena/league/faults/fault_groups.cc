// The cause of a fault: verdict, phase and the code that threw; equal causes
// are one group.

#include "arena/league/faults/fault_groups.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/thrown_exception.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

// Whether the process ended, or may have, because of what stands in its stderr.
bool MayComeFromAnException(Verdict verdict) {
  return verdict == Verdict::kCrash || verdict == Verdict::kDisconnect ||
         verdict == Verdict::kProtocolError ||
         verdict == Verdict::kStartFailure;
}

// The number of the phase of the decision; 0 if there is none.
int PhaseOf(const Fault& fault) {
  v1::Decision decision;
  if (!decision.ParseFromString(fault.question)) return 0;
  return static_cast<int>(decision.phase());
}

}  // namespace

FaultCause CauseOf(const Fault& fault) {
  std::optional<ThrownException> thrown;
  if (MayComeFromAnException(fault.verdict)) {
    thrown = FindException(fault.last_stderr);
  }
  if (thrown) {
    return {.what = PrintableLine(thrown->what),
            .place = PrintableLine(thrown->place),
            .key = thrown->CauseKey()};
  }
  // Without the decision, which stands after that.
  std::string seen = fault.detail.substr(0, fault.detail.find('\n'));
  seen = seen.substr(0, seen.find("; asked: "));
  seen = seen.substr(0, seen.find(kWholeStderr));
  if (fault.verdict == Verdict::kIllegalAction) {
    return {.what = seen,
            .place = "",
            .key = absl::StrFormat("phase %d", PhaseOf(fault))};
  }
  return {.what = seen, .place = "", .key = WithoutNumbers(seen)};
}

std::vector<FaultGroup> GroupFaults(const std::vector<Fault>& faults) {
  std::vector<FaultGroup> groups;
  std::map<std::tuple<int, Verdict, std::string>, std::size_t> group_of;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const Fault& fault = faults[i];
    FaultCause cause = CauseOf(fault);
    const auto [at, is_new] = group_of.try_emplace(
        {ToInt(fault.bot), fault.verdict, cause.key}, groups.size());
    if (is_new) {
      groups.push_back({.bot = fault.bot,
                        .verdict = fault.verdict,
                        .cause = cause,
                        .first = i,
                        .example = i});
    }
    FaultGroup& group = groups[at->second];
    ++group.count;
    if (fault.forfeits) ++group.forfeits;
    group.last = i;
    if (faults[group.example].question.empty() && !fault.question.empty()) {
      group.example = i;
      group.cause = std::move(cause);
    }
  }
  return groups;
}

}  // namespace couillon::arena
