// What a change of the rules changes: the tests of the differences between two
// readings, and their order by size.
#pragma once

namespace couillon::arena {

struct ComparisonReport;

// Fills in all but the estimates of the compared figures: their p, their sizes
// and their order. The tests are Student's on deals; where the difference is
// the same in every deal, the sign test.
void FindChanges(ComparisonReport& comparison);

}  // namespace couillon::arena
