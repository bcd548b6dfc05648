#include "arena/report/format/document.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/report/format/text_table.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kLineWidth = 79;

// Wraps a paragraph to the width of a terminal.
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

std::string TitleText(const ReportPart& part) {
  if (part.title.empty()) return {};
  switch (part.level) {
    case TitleLevel::kSection:
      break;
    case TitleLevel::kChapter:
      return absl::StrCat(part.title, "\n", std::string(part.title.size(), '='),
                          "\n");
    case TitleLevel::kTable:
      return part.title + "\n\n";
  }
  return part.title + "\n";
}

}  // namespace

std::string DocumentText(const std::vector<ReportPart>& parts) {
  std::string text;
  for (const ReportPart& part : parts) {
    if (!text.empty()) text += "\n";
    text += TitleText(part);
    if (!part.paragraph.empty()) text += Wrapped(part.paragraph);
    text += part.text;
    if (!part.rows.empty()) text += Columns(part.rows);
    for (const std::string& note : part.notes) text += "  " + note + "\n";
  }
  return text;
}

}  // namespace couillon::arena
