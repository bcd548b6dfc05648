// One list of parts as text and as a page.
#include "arena/report/format/document.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "arena/report/format/html_page.h"

namespace couillon::arena {
namespace {

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

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

TEST(DocumentHtmlTest, TextIsEscapedWhereverItStands) {
  const std::string evil = "<b>&\"</b>";
  const std::string page =
      DocumentHtml(evil, {{.title = evil,
                           .paragraph = evil,
                           .text = evil,
                           .rows = {{evil, evil}, {evil, evil}},
                           .notes = {evil}}});
  EXPECT_FALSE(Has(page, "<b>"));
  std::size_t found = 0;
  const std::string escaped = "&lt;b&gt;&amp;&quot;&lt;/b&gt;";
  for (std::size_t at = page.find(escaped); at != std::string::npos;
       at = page.find(escaped, at + 1)) {
    ++found;
  }
  EXPECT_EQ(found, 10U) << "twice the title; each of the others once";
}

TEST(DocumentHtmlTest, TheHeadingOfATableIsBelowThatOfAChapter) {
  const std::string page =
      DocumentHtml("t", {{.title = "c", .level = TitleLevel::kChapter},
                         {.title = "d", .level = TitleLevel::kTable}});
  EXPECT_TRUE(Has(page, "<h2>c</h2>"));
  EXPECT_TRUE(Has(page, "<h3>d</h3>"));
}

TEST(HtmlPageTest, CellsHaveTheClassOfTheirText) {
  HtmlPage page("t");
  page.AddTable({{"", "head"}, {"name", "fair"}}, [](const std::string& cell) {
    return cell == "fair" ? "fair" : "";
  });
  EXPECT_TRUE(Has(page.Finish(),
                  "<tr><th></th><th>head</th></tr>\n"
                  "<tr><th>name</th><td class=\"fair\">fair</td></tr>\n"));
}

}  // namespace
}  // namespace couillon::arena
