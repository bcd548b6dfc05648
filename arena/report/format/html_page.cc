#include "arena/report/format/html_page.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/report/format/text_table.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr char kStyle[] = R"(<style>
body { font: 15px/1.4 sans-serif; margin: 2em; max-width: 100em; }
table { border-collapse: collapse; margin-bottom: 1em; }
th, td { padding: .2em .6em; border-bottom: 1px solid #ddd; text-align: right; }
tr > :first-child { text-align: left; font-weight: normal; }
tr:first-child > * { font-weight: bold; }
.lines { white-space: pre-line; }
.fair { background: #dff2df; }
.unfair { background: #f8d7d7; }
.undecided { background: #f3efcf; }
svg text { font: 13px sans-serif; }
</style></head><body>
)";

std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

// Sizes of a chart, in pixels.
constexpr int kNames = 180;
constexpr int kScale = 420;
constexpr int kLabels = 160;
constexpr int kRow = 24;

// The range of the scale: it includes zero and all bars, with a margin.
std::pair<double, double> RangeOf(const std::vector<ErrorBar>& bars) {
  double lo = 0;
  double hi = 0;
  for (const ErrorBar& bar : bars) {
    for (const double end : {bar.value, bar.lo, bar.hi}) {
      if (!std::isfinite(end)) continue;
      lo = std::min(lo, end);
      hi = std::max(hi, end);
    }
  }
  const double edge = std::max(1.0, 0.05 * (hi - lo));
  return {lo - edge, hi + edge};
}

}  // namespace

HtmlPage::HtmlPage(const std::string& title) {
  absl::StrAppend(&page_,
                  "<!doctype html>\n<html lang=\"en\"><head><meta "
                  "charset=\"utf-8\"><title>",
                  Escaped(title), "</title>\n", kStyle, "<h1>", Escaped(title),
                  "</h1>\n");
}

void HtmlPage::AddHeading(int level, const std::string& text) {
  COUILLON_CHECK(level == 2 || level == 3);
  absl::StrAppend(&page_, "<h", level, ">", Escaped(text), "</h", level, ">\n");
}

void HtmlPage::AddParagraph(const std::string& text) {
  absl::StrAppend(&page_, "<p>", Escaped(text), "</p>\n");
}

void HtmlPage::AddLines(const std::string& text) {
  absl::StrAppend(&page_, "<p class=\"lines\">", Escaped(text), "</p>\n");
}

void HtmlPage::AddTable(
    const Rows& rows,
    const std::function<std::string(const std::string&)>& class_of) {
  absl::StrAppend(&page_, "<table>\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    absl::StrAppend(&page_, "<tr>");
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      const std::string& cell = rows[i][j];
      const char* tag = i == 0 || j == 0 ? "th" : "td";
      const std::string name = class_of ? class_of(cell) : "";
      absl::StrAppend(&page_, "<", tag,
                      name.empty() ? "" : " class=\"" + name + "\"", ">",
                      Escaped(cell), "</", tag, ">");
    }
    absl::StrAppend(&page_, "</tr>\n");
  }
  absl::StrAppend(&page_, "</table>\n");
}

void HtmlPage::AddErrorBars(const std::vector<ErrorBar>& bars) {
  if (bars.empty()) return;
  const auto [lo, hi] = RangeOf(bars);
  const auto x_of = [lo = lo, hi = hi](double value) {
    const double share = (value - lo) / (hi - lo);
    return kNames + kScale * std::clamp(share, 0.0, 1.0);
  };
  const int height = kRow * static_cast<int>(bars.size());
  absl::StrAppendFormat(&page_,
                        "<svg width=\"%d\" height=\"%d\" role=\"img\">\n"
                        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\" "
                        "stroke=\"#bbb\"/>\n",
                        kNames + kScale + kLabels, height, x_of(0), x_of(0),
                        height);
  int y = kRow / 2;
  for (const ErrorBar& bar : bars) {
    absl::StrAppendFormat(
        &page_,
        "<text x=\"0\" y=\"%d\">%s</text>"
        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#333\"/>"
        "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"#1f5f9f\"/>"
        "<text x=\"%d\" y=\"%d\">%s</text>\n",
        y + 4, Escaped(bar.name), x_of(bar.lo), x_of(bar.hi), y, y,
        x_of(bar.value), y, kNames + kScale + 8, y + 4, Escaped(bar.label));
    y += kRow;
  }
  absl::StrAppend(&page_, "</svg>\n");
}

std::string HtmlPage::Finish() { return std::move(page_) + "</body></html>\n"; }

}  // namespace couillon::arena
