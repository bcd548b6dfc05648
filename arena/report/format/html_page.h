// An HTML page in one file: headings, paragraphs and tables, without scripts or
// external resources, so that it can be stored and sent. Of the fairness
// report.
#pragma once

#include <functional>
#include <string>

#include "arena/report/format/text_table.h"

namespace couillon::arena {

class HtmlPage {
 public:
  // Here and below any text is valid: HTML characters are escaped.
  explicit HtmlPage(const std::string& title);

  // Requires: level is 2 or 3.
  void AddHeading(int level, const std::string& text);
  void AddParagraph(const std::string& text);
  // As AddParagraph, with the line breaks of `text` kept.
  void AddLines(const std::string& text);
  // The first row is the header, the first column names. `class_of` gives the
  // class of a cell, "fair", "unfair", "undecided" or "", by its text.
  void AddTable(
      const Rows& rows,
      const std::function<std::string(const std::string&)>& class_of = nullptr);

  // Returns the whole page. Requires: the page is not used afterwards.
  [[nodiscard]] std::string Finish();

 private:
  std::string page_;
};

}  // namespace couillon::arena
