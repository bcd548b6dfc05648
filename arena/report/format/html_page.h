// An HTML page in one file: headings, paragraphs, tables and error bars,
// without scripts or external resources, so that it can be stored and sent.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/report/format/text_table.h"

namespace couillon::arena {

// A point and its interval. All bars of a chart share a scale; an infinite end
// is drawn at its edge.
struct ErrorBar {
  std::string name;
  double value = 0;
  double lo = 0;
  double hi = 0;
  std::string label;  // the value as text
};

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
  // Adds nothing without bars.
  void AddErrorBars(const std::vector<ErrorBar>& bars);

  // Returns the whole page. Requires: the page is not used afterwards.
  [[nodiscard]] std::string Finish();

 private:
  std::string page_;
};

}  // namespace couillon::arena
