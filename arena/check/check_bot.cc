#include <vector>

#include "arena/check/checks.h"
#include "arena/check/conformance_run.h"
#include "arena/check/finding.h"

namespace couillon::arena {

std::vector<Finding> CheckBot(const CheckSettings& settings) {
  ConformanceRun run(settings);
  if (CheckHandshake(run) && CheckReopen(run)) {
    CheckAnswers(run);
    CheckInFlight(run);
    CheckRepeats(run);
    CheckHiddenCards(run);
    CheckColdProcesses(run);
    CheckUnknownFields(run);
    CheckStreams(run);
    CheckSpeed(run);
    CheckMemory(run);
    CheckEnd(run);
  }
  return run.findings();
}

}  // namespace couillon::arena
