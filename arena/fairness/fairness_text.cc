#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/fairness/fairness_report.h"
#include "arena/fairness/fairness_tables.h"
#include "arena/report/format/document.h"

namespace couillon::arena {
namespace {

// Returns the class of a cell: the verdict that it is or ends in, or "".
std::string ClassOf(const std::string& cell) {
  for (const char* verdict : {"unfair", "undecided", "fair"}) {
    if (cell == verdict || absl::EndsWith(cell, absl::StrCat(" ", verdict))) {
      return verdict;
    }
  }
  return "";
}

}  // namespace

std::string FairnessText(const FairnessReport& report) {
  return DocumentText(PartsOf(report));
}

std::string FairnessHtml(const FairnessReport& report) {
  return DocumentHtml("Fairness report", PartsOf(report), ClassOf);
}

}  // namespace couillon::arena
