// The order of the checks, and when the rest is left out.

#include <algorithm>
#include <vector>

#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"

namespace couillon::arena {

std::vector<CheckFinding> CheckBot(const CheckSettings& settings) {
  ConformanceRun run(settings);
  if (CheckHandshake(run) && CheckReopen(run)) {
    CheckAnswers(run);
    // A bot that answers nothing shows nothing else.
    if (run.Failed("reopen") && run.Failed("legal")) return run.findings();
    for (const auto check : {CheckInFlight, CheckRepeats, CheckHiddenCards,
                             CheckColdProcesses, CheckUnknownFields,
                             CheckStreams, CheckSpeed, CheckMemory, CheckEnd}) {
      if (run.IsTimeOver()) break;
      check(run);
    }
  }
  return run.findings();
}

std::vector<CheckFinding> CheckAttendingBot(const CheckSettings& settings) {
  CheckSettings few = settings;
  few.twins = 1;  // each takes two streams, which the bot has to open again
  ConformanceRun run(few);
  run.TakeProcessForEachStream();  // asks for the bot before each stream
  for (const auto check : {CheckAnswers, CheckInFlight, CheckRepeats,
                           CheckHiddenCards, CheckUnknownFields}) {
    if (run.IsTimeOver()) break;
    check(run);
    const std::vector<CheckFinding>& all = run.findings();
    if (std::any_of(all.begin(), all.end(), [](const CheckFinding& finding) {
          return finding.grade == Grade::kFail;
        })) {
      break;
    }
  }
  return run.findings();
}

}  // namespace couillon::arena
