#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/fairness/fairness_report.h"
#include "arena/fairness/fairness_tables.h"
#include "arena/report/html_page.h"
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

// The class of a cell by the verdict at its end.
std::string ClassOf(const std::string& cell) {
  for (const char* verdict : {"unfair", "undecided", "fair"}) {
    if (absl::EndsWith(cell, absl::StrCat(" ", verdict))) return verdict;
  }
  return "";
}

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
  HtmlPage page("Fairness report");
  page.AddParagraph(FairnessPreamble(report));
  for (const FairnessChapter& chapter : FairnessChapters(report)) {
    page.AddHeading(2, chapter.title);
    for (const FairnessTable& table : chapter.tables) {
      if (!table.title.empty()) page.AddHeading(3, table.title);
      page.AddTable(table.rows, ClassOf);
    }
  }
  page.AddParagraph(FairnessLegend());
  return page.Finish();
}

}  // namespace couillon::arena
