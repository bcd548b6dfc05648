// JSON in a script element, with "<" escaped.

#include "arena/front/page/report_page.h"

#include "absl/status/status.h"
#include "absl/strings/str_replace.h"
#include "arena/front/page/gzip.h"

namespace couillon::arena {
namespace {

constexpr char kReportBegin[] =
    "<script id=\"couillon-data\" type=\"application/json\">";
constexpr char kPlace[] = "null";
constexpr char kReportEnd[] = "</script>";

}  // namespace

std::string ScriptJson(const Json& json) {
  return absl::StrReplaceAll(
      json.dump(-1, ' ', false, Json::error_handler_t::replace),
      {{"<", "\\u003c"}, {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}});
}

absl::StatusOr<std::string> PageWithData(const std::string& page,
                                         const PageData& data) {
  const std::string place = std::string(kReportBegin) + kPlace + kReportEnd;
  const std::size_t at = page.find(place);
  if (at == std::string::npos ||
      page.find(place, at + place.size()) != std::string::npos) {
    return absl::FailedPreconditionError(
        "the page for reports has not exactly one place for data; it is not "
        "of this version: run tools/build.sh");
  }
  Json all = {{"report", data.report}, {"run", data.run}, {"live", data.live}};
  if (!data.losses.is_null()) all["losses"] = data.losses;
  if (!data.play.is_null()) all["play"] = data.play;
  std::string text = ScriptJson(all);
  if (text.size() > kMaxPlainBytes) {
    text = ScriptJson({{"gzip", GzippedInBase64(text)}});
  }
  std::string filled = page;
  filled.replace(at + sizeof(kReportBegin) - 1, sizeof(kPlace) - 1, text);
  return filled;
}

}  // namespace couillon::arena
