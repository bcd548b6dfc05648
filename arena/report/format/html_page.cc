#include "arena/report/format/html_page.h"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
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
</style></head><body>
)";

std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
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

std::string HtmlPage::Finish() { return std::move(page_) + "</body></html>\n"; }

}  // namespace couillon::arena
