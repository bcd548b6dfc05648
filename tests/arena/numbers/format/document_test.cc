// A list of parts as text.
#include "arena/numbers/format/document.h"

#include <gtest/gtest.h>

#include <sstream>

namespace couillon::arena {
namespace {

TEST(DocumentTextTest, PartsAreApartByAnEmptyLine) {
  const std::vector<ReportPart> parts = {
      {.title = "Pairings", .rows = {{"a", "b"}}, .notes = {"Few deals."}},
      {.text = "No faults.\n"}};
  EXPECT_EQ(DocumentText(parts),
            "Pairings\n"
            "  a  b\n"
            "  Few deals.\n"
            "\n"
            "No faults.\n");
}

TEST(DocumentTextTest, AChapterIsUnderlined) {
  EXPECT_EQ(DocumentText({{.title = "kujong", .level = TitleLevel::kChapter},
                          {.title = "Table", .level = TitleLevel::kTable}}),
            "kujong\n======\n\nTable\n\n");
}

TEST(DocumentTextTest, AParagraphIsWrappedBetweenWords) {
  std::string paragraph = "word";
  for (int i = 0; i < 40; ++i) paragraph += " word";
  const std::string text = DocumentText({{.paragraph = paragraph}});
  std::istringstream lines(text);
  std::size_t words = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 79U);
    EXPECT_EQ(line.substr(0, 4), "word") << line;
    EXPECT_NE(line.back(), ' ');
    words += (line.size() + 1) / 5;
  }
  EXPECT_EQ(words, 41U);
}

TEST(DocumentTextTest, AWordWiderThanALineStaysWhole) {
  const std::string wide(100, 'x');
  EXPECT_EQ(DocumentText({{.paragraph = "a " + wide + " b"}}),
            "a\n" + wide + "\nb\n");
}

}  // namespace
}  // namespace couillon::arena
