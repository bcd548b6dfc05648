#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/fairness/fairness_report.h"
#include "arena/fairness/fairness_tables.h"
#include "arena/report/text_table.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kLineWidth = 79;

// Lines of a paragraph no longer than a terminal's.
std::string Wrapped(const std::string& paragraph) {
  std::string text;
  std::size_t width = 0;
  for (const absl::string_view word : absl::StrSplit(paragraph, ' ')) {
    if (width > 0 && width + 1 + word.size() > kLineWidth) {
      text += '\n';
      width = 0;
    } else if (width > 0) {
      text += ' ';
      ++width;
    }
    absl::StrAppend(&text, word);
    width += word.size();
  }
  return text + "\n";
}

std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

// The class of a cell by the verdict at its end.
const char* ClassOf(const std::string& cell) {
  if (absl::EndsWith(cell, " unfair")) return " class=\"unfair\"";
  if (absl::EndsWith(cell, " undecided")) return " class=\"undecided\"";
  if (absl::EndsWith(cell, " fair")) return " class=\"fair\"";
  return "";
}

void AppendTable(const FairnessTable& table, std::string& page) {
  if (!table.title.empty()) {
    absl::StrAppend(&page, "<h3>", Escaped(table.title), "</h3>\n");
  }
  absl::StrAppend(&page, "<table>\n");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    absl::StrAppend(&page, "<tr>");
    for (std::size_t j = 0; j < table.rows[i].size(); ++j) {
      const std::string& cell = table.rows[i][j];
      const char* tag = i == 0 || j == 0 ? "th" : "td";
      absl::StrAppend(&page, "<", tag, ClassOf(cell), ">", Escaped(cell), "</",
                      tag, ">");
    }
    absl::StrAppend(&page, "</tr>\n");
  }
  absl::StrAppend(&page, "</table>\n");
}

constexpr char kHead[] = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fairness report</title>
<style>
body { font: 15px/1.4 sans-serif; margin: 2em; max-width: 100em; }
table { border-collapse: collapse; margin-bottom: 1em; }
th, td { padding: .2em .6em; border-bottom: 1px solid #ddd; text-align: right; }
tr > :first-child { text-align: left; font-weight: normal; }
tr:first-child > * { font-weight: bold; }
.fair { background: #dff2df; }
.unfair { background: #f8d7d7; }
.undecided { background: #f3efcf; }
</style></head><body>
<h1>Fairness report</h1>
)";

}  // namespace

std::string FairnessText(const FairnessReport& report) {
  std::string text = Wrapped(FairnessPreamble(report));
  for (const FairnessChapter& chapter : FairnessChapters(report)) {
    absl::StrAppend(&text, "\n", chapter.title, "\n",
                    std::string(chapter.title.size(), '='), "\n");
    for (const FairnessTable& table : chapter.tables) {
      absl::StrAppend(&text, "\n");
      if (!table.title.empty()) absl::StrAppend(&text, table.title, "\n\n");
      absl::StrAppend(&text, Columns(table.rows));
    }
  }
  return text + "\n" + Wrapped(FairnessLegend());
}

std::string FairnessHtml(const FairnessReport& report) {
  std::string page = kHead;
  absl::StrAppend(&page, "<p>", Escaped(FairnessPreamble(report)), "</p>\n");
  for (const FairnessChapter& chapter : FairnessChapters(report)) {
    absl::StrAppend(&page, "<h2>", Escaped(chapter.title), "</h2>\n");
    for (const FairnessTable& table : chapter.tables) AppendTable(table, page);
  }
  absl::StrAppend(&page, "<p>", Escaped(FairnessLegend()),
                  "</p>\n</body></html>\n");
  return page;
}

}  // namespace couillon::arena
