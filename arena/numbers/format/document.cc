// Titles, wrapped lines, tables and notes, one part after the other.

#include "arena/numbers/format/document.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/numbers/text/display_width.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kParagraphWidth = 79;

std::string TitleText(const ReportPart& part, const TextForm& form) {
  if (part.title.empty()) return {};
  std::string title = part.title + "\n";
  if (form.width > 0) title = Wrapped(part.title, form.width, 2);
  if (form.colours) title = Toned(title, Tone::kStrong);
  switch (part.level) {
    case TitleLevel::kSection:
      break;
    case TitleLevel::kChapter:
      return absl::StrCat(title, std::string(part.title.size(), '='), "\n");
    case TitleLevel::kTable:
      return title + "\n";
  }
  return title;
}

// Lines that are too wide go on below, indented more than they begin.
std::string LinesText(const std::string& lines, const TextForm& form) {
  if (form.width == 0) return lines;
  std::string text;
  for (const absl::string_view line : absl::StrSplit(lines, '\n')) {
    if (line.data() + line.size() == lines.data() + lines.size()) break;
    const std::size_t indent =
        std::min(line.find_first_not_of(' '), line.size());
    text += Wrapped(std::string(line), form.width, indent + 2);
  }
  return text;
}

std::string NotesText(const ReportPart& part, const TextForm& form) {
  std::string text;
  for (const std::string& note : part.notes) text += "  " + note + "\n";
  text = LinesText(text, form);
  return form.colours ? Toned(text, Tone::kFaint) : text;
}

std::string PartText(const ReportPart& part, const TextForm& form) {
  std::string text;
  if (!part.paragraph.empty()) {
    text += form.width > 0
                ? Wrapped(part.paragraph, form.width)
                : Wrapped(part.paragraph, kParagraphWidth, 0, WideWord::kKeep);
  }
  text += LinesText(part.text, form);
  if (form.colours) text = Toned(text, part.tone);
  if (!part.rows.empty()) {
    text += FittedTable(part.rows, {.name_column = part.name_column,
                                    .width = form.width,
                                    .colours = form.colours,
                                    .tones = part.tones});
  }
  return TitleText(part, form) + text + NotesText(part, form);
}

}  // namespace

std::string DocumentText(const std::vector<ReportPart>& parts,
                         const TextForm& form) {
  std::string text;
  for (const ReportPart& part : parts) {
    if (!text.empty()) text += "\n";
    text += PartText(part, form);
  }
  return text;
}

}  // namespace couillon::arena
