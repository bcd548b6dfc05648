#include <string>

#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/fairness_tables.h"
#include "arena/numbers/format/document.h"

namespace couillon::arena {

std::string FairnessText(const FairnessReport& report) {
  return DocumentText(PartsOf(report));
}

}  // namespace couillon::arena
