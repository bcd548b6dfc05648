#include <string>

#include "arena/fairness/fairness_report.h"
#include "arena/fairness/fairness_tables.h"
#include "arena/report/format/document.h"

namespace couillon::arena {

std::string FairnessText(const FairnessReport& report) {
  return DocumentText(PartsOf(report));
}

}  // namespace couillon::arena
