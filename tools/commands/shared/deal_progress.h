// How many of the deals of a run are done, printed on stderr.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace couillon::tools {

// A line per second, updated in place, on a terminal; one per ten seconds
// elsewhere.
class DealProgress {
 public:
  // `items`: what is counted, in the plural.
  DealProgress(std::string items, bool quiet);

  // Requires: 0 <= done <= all, all > 0.
  void Show(std::int64_t done, std::int64_t all);

 private:
  std::string items_;
  bool quiet_;
  bool terminal_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace couillon::tools
