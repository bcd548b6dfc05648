#include <vector>

#include "arena/check/checks.h"
#include "arena/check/examination.h"
#include "arena/check/finding.h"

namespace couillon::arena {

std::vector<Finding> CheckBot(const CheckSettings& settings) {
  Examination examination(settings);
  if (CheckHandshake(examination) && CheckReopen(examination)) {
    CheckAnswers(examination);
    CheckInFlight(examination);
    CheckRepeats(examination);
    CheckHiddenCards(examination);
    CheckUnknownFields(examination);
    CheckStreams(examination);
    CheckSpeed(examination);
    CheckMemory(examination);
    CheckEnd(examination);
  }
  return examination.findings();
}

}  // namespace couillon::arena
