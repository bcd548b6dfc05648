// How the text of a report is to look.
#pragma once

#include <cstddef>

namespace couillon::arena {

struct ReportForm {
  bool colours = false;  // with the escape sequences of a terminal
  bool policy = false;   // with the whole policy, not one line of it
};

// The most columns of a line of text.
inline constexpr std::size_t kReportWidth = 100;

}  // namespace couillon::arena
