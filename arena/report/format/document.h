// A report as a list of parts, each a table with what belongs to it. Its form
// on a terminal and its page both follow from the list.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/report/format/html_page.h"
#include "arena/report/format/text_table.h"

namespace couillon::arena {

enum class TitleLevel : std::uint8_t {
  kSection,  // of a league report
  kChapter,  // underlined; parts with titles of tables follow
  kTable,    // within a chapter
};

// What is empty is not there.
struct ReportPart {
  std::string title;
  TitleLevel level = TitleLevel::kSection;
  std::string paragraph;           // wrapped where it is shown
  std::string text;                // lines, the last one ended too
  Rows rows;                       // the first is the header
  std::vector<std::string> notes;  // on the rows, a line each
  std::vector<ErrorBar> bars;      // of the rows, for a page
};

// Returns the parts for a terminal, an empty line between two of them.
std::string DocumentText(const std::vector<ReportPart>& parts);

// Returns a page. `class_of` is as for HtmlPage::AddTable().
std::string DocumentHtml(
    const std::string& title, const std::vector<ReportPart>& parts,
    const std::function<std::string(const std::string&)>& class_of = nullptr);

}  // namespace couillon::arena
