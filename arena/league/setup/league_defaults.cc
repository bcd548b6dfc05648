// Default rulesets, numbers of deals, and names of result folders.
#include "arena/league/setup/league_defaults.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace couillon::arena {
namespace {

constexpr std::uint64_t kDealsOfPairing = 10'000;
constexpr std::uint64_t kDealsOfRound = 1'000;
constexpr std::size_t kMaxOfName = 40;  // bytes of a bot's name in a path

// `name` with a hyphen in place of all that is not a letter, digit, or one of
// "._-", and not hidden.
std::string PathPart(const std::string& name) {
  std::string part = name.substr(0, kMaxOfName);
  std::ranges::replace_if(
      part,
      [](char letter) {
        return !absl::ascii_isalnum(static_cast<unsigned char>(letter)) &&
               !absl::StrContains("._-", letter);
      },
      '-');
  if (part.starts_with(".") || part.starts_with("-")) part[0] = '_';
  return part;
}

}  // namespace

void SetDefaults(const DefaultRulesets& rulesets, LeagueRequest& request) {
  if (request.rulesets.empty()) {
    const bool three_way =
        request.config.format() == v1::LEAGUE_FORMAT_THREE_WAY;
    request.rulesets = {three_way ? rulesets.three_sided : rulesets.two_sided};
  }
  if (request.deals == 0 && request.matches == 0 && !request.sprt) {
    const bool rounds = request.config.format() == v1::LEAGUE_FORMAT_INDIVIDUAL;
    request.deals = rounds ? kDealsOfRound : kDealsOfPairing;
  }
}

std::string FreshDirectory(const std::string& parent,
                           const std::vector<v1::BotEntry>& bots) {
  const std::string stem = bots.size() == 2 ? PathPart(bots[0].name()) + "-" +
                                                  PathPart(bots[1].name())
                                            : "league";
  for (std::int64_t number = 1;; ++number) {
    const std::filesystem::path path =
        std::filesystem::path(parent) / absl::StrCat(stem, "-", number);
    std::error_code error;
    const auto status = std::filesystem::symlink_status(path, error);
    if (status.type() == std::filesystem::file_type::not_found ||
        status.type() == std::filesystem::file_type::none) {
      return path.string();
    }
  }
}

}  // namespace couillon::arena
