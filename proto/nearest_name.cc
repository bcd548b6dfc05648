#include "proto/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"

namespace couillon {
namespace {

// Longer texts are no misspelt names.
constexpr std::size_t kLongest = 100;
// The shortest beginning that stands for a whole name.
constexpr std::size_t kShortestBeginning = 3;

// The Damerau-Levenshtein distance in which no letter is swapped twice
// (optimal string alignment), one row of its table at a time.
std::size_t Distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

// The single name that begins with `found`; null if there is none, or several.
std::optional<std::string> BeginningOf(const std::string& found,
                                       const std::vector<std::string>& known) {
  std::optional<std::string> only;
  if (found.size() < kShortestBeginning) return only;
  for (const std::string& name : known) {
    if (!absl::AsciiStrToLower(name).starts_with(found)) continue;
    if (only) return std::nullopt;
    only = name;
  }
  return only;
}

}  // namespace

std::optional<std::string> NearestName(const std::string& found,
                                       const std::vector<std::string>& known) {
  if (found.size() > kLongest) return std::nullopt;
  const std::string word = absl::AsciiStrToLower(found);
  std::optional<std::string> nearest;
  std::size_t fewest = 0;
  for (const std::string& name : known) {
    const std::size_t longer = std::max(word.size(), name.size());
    const std::size_t distance = Distance(word, absl::AsciiStrToLower(name));
    if (distance > std::max<std::size_t>(1, longer / 3)) continue;
    if (distance >= std::min(word.size(), name.size())) continue;
    if (nearest && distance >= fewest) continue;
    nearest = name;
    fewest = distance;
  }
  return nearest ? nearest : BeginningOf(word, known);
}

std::string DidYouMean(const std::string& found,
                       const std::vector<std::string>& known) {
  const std::optional<std::string> nearest = NearestName(found, known);
  return nearest ? "; did you mean " + *nearest + "?" : "";
}

}  // namespace couillon
