// A fairness report as tables of text, from which both the terminal's and the
// page's form are made.
#pragma once

#include <string>
#include <vector>

#include "arena/fairness/fairness_report.h"

namespace couillon::arena {

struct FairnessTable {
  std::string title;
  std::vector<std::vector<std::string>> rows;  // the first is the header
};

struct FairnessChapter {
  std::string title;
  std::vector<FairnessTable> tables;
};

// The summary first, then a chapter a ruleset, then the comparisons.
std::vector<FairnessChapter> FairnessChapters(const FairnessReport& report);

// What was played, with what declared before: a paragraph.
std::string FairnessPreamble(const FairnessReport& report);

// Explains the columns to readers without a background in statistics.
std::string FairnessLegend();

}  // namespace couillon::arena
