#include "arena/front/page/report_page.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/status/status.h"
#include "arena/front/page/embedded_page.h"
#include "arena/front/page/page_report.h"
#include "arena/front/page/page_source.h"
#include "arena/front/page/run_json.h"
#include "tests/arena/front/page/unpacked.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::ReadFile;
using testing_support::TemporaryFolder;

constexpr char kPage[] =
    "<script>1</script><script id=\"couillon-data\" "
    "type=\"application/json\">null</script>";

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ScriptJsonTest, NoTextEndsTheElement) {
  const std::string evil = "</script><!--<script>\u2028\u2029\u202e\"";
  const std::string text = ScriptJson({{"bot", evil}});
  EXPECT_FALSE(Has(text, "<")) << text;
  EXPECT_FALSE(Has(text, "\u2028")) << text;
  EXPECT_FALSE(Has(text, "\u2029")) << text;
  EXPECT_EQ(nlohmann::json::parse(text)["bot"], evil);
}

TEST(ScriptJsonTest, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(ScriptJson("a\xff"), "\"a\xef\xbf\xbd\"");
}

TEST(PageWithDataTest, TheDataStandsInItsPlace) {
  const auto page =
      PageWithData(kPage, {.report = {{"bots", {"<b>"}}}, .live = {}});
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(*page,
            "<script>1</script><script id=\"couillon-data\" "
            "type=\"application/json\">{\"report\":{\"bots\":[\"\\u003cb>\"]},"
            "\"run\":null,\"live\":null}</script>");
}

TEST(PageWithDataTest, APageWithNoPlaceOrTwoIsRefused) {
  for (const std::string& page :
       {std::string("<html>"), std::string(kPage) + kPage}) {
    EXPECT_EQ(PageWithData(page, {}).status().code(),
              absl::StatusCode::kFailedPrecondition);
  }
}

TEST(PageWithDataTest, MuchDataIsPackedAndUnpacksToTheSame) {
  PageData data;
  data.report = {{"bot", "</script>"}, {"long", std::string(1 << 20, 'x')}};
  const auto page = PageWithData(kPage, data);
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_LT(page->size(), std::size_t{1} << 14);
  const std::size_t begin = page->find("json\">") + 6;
  const std::string text =
      page->substr(begin, page->rfind("</script>") - begin);
  const auto packed = nlohmann::json::parse(text);
  ASSERT_EQ(packed.size(), 1U);
  const auto unpacked = nlohmann::json::parse(
      testing_support::Unpacked(packed["gzip"].get<std::string>()));
  EXPECT_EQ(unpacked["report"]["bot"], "</script>");
  EXPECT_EQ(unpacked["report"]["long"].get<std::string>().size(), 1U << 20);
  EXPECT_TRUE(unpacked["live"].is_null());
  EXPECT_EQ(*PageWithData(kPage, data), *page) << "the same bytes again";
}

TEST(EmbeddedPageTest, ThePageOfTheProgramHasAPlaceOrIsEmpty) {
  const std::string page(EmbeddedPage());
  EXPECT_TRUE(page.empty() || PageWithData(page, {}).ok());
}

TEST(PageSourceTest, AFileOfTheEnvironmentIsTheFirstChoice) {
  const char* of_ctest = std::getenv(kPageVariable);
  const std::string before = of_ctest == nullptr ? "" : of_ctest;
  const TemporaryFolder folder;
  testing_support::WriteFile(folder.path("page.html"), kPage);
  setenv(kPageVariable, folder.path("page.html").c_str(), 1);
  EXPECT_EQ(*PageWithoutData(), kPage);
  setenv(kPageVariable, folder.path("none").c_str(), 1);
  EXPECT_EQ(PageWithoutData().status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(Has(std::string(PageWithoutData().status().message()),
                  folder.path("none")));
  unsetenv(kPageVariable);
  if (EmbeddedPage().empty()) {
    const std::string why(PageWithoutData().status().message());
    EXPECT_TRUE(Has(why, "Node 18")) << why;
    EXPECT_TRUE(Has(why, "tools/build.sh")) << why;
  } else {
    EXPECT_EQ(*PageWithoutData(), EmbeddedPage());
  }
  if (!before.empty()) setenv(kPageVariable, before.c_str(), 1);
}

// A report of `pairings` pairings under one ruleset.
Json ReportOf(std::size_t pairings) {
  Json table = {{"covariance", {{1, 2}}}, {"los", {0.123456789}}};
  for (std::size_t i = 0; i < pairings; ++i) {
    table["pairings"].push_back({{"first", "a"}, {"luck_share", 0.5}});
  }
  return {{"rulesets", {std::move(table)}}};
}

TEST(ForPageTest, NumbersKeepTheirDigitsAndMatricesThatNobodySeesAreLeftOut) {
  const Json page = ForPage(ReportOf(1));
  EXPECT_EQ(page.dump(), R"({"rulesets":[{"los":[0.123456789],"pairings":)"
                         R"([{"first":"a","luck_share":0.5}]}]})");
}

TEST(ForPageTest, ALargeReportHasTheFiguresOfTheCrossTable) {
  const Json page = ForPage(ReportOf(kMaxWholePairings + 1));
  EXPECT_EQ(page["rulesets"][0]["pairings"][0].dump(), R"({"first":"a"})");
}

TEST(UtcTextTest, SecondsAreADateAndATime) {
  EXPECT_EQ(UtcText(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(UtcText(951'782'399), "2000-02-28T23:59:59Z");
  EXPECT_EQ(UtcText(951'782'400), "2000-02-29T00:00:00Z");
}

}  // namespace
}  // namespace couillon::arena
