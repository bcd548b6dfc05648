#include "tools/commands/shared/deal_progress.h"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "absl/strings/str_format.h"

namespace couillon::tools {

DealProgress::DealProgress(std::string items, bool quiet)
    : items_(std::move(items)),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) == 1),
      begin_(std::chrono::steady_clock::now()),
      next_(begin_) {}

void DealProgress::Show(std::int64_t done, std::int64_t all) {
  const auto now = std::chrono::steady_clock::now();
  if (quiet_ || (now < next_ && done < all)) return;
  next_ = now + std::chrono::seconds(terminal_ ? 1 : 10);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  std::cerr << absl::StrFormat(
      "%s%d of %d %s (%.0f%%), %.0f s%s", terminal_ ? "\r\033[K" : "", done,
      all, items_, 100.0 * static_cast<double>(done) / static_cast<double>(all),
      seconds, terminal_ && done < all ? "" : "\n");
}

}  // namespace couillon::tools
