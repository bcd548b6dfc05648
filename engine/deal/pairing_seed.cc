// Names of the teams as length and bytes, hashed with the seed of the league.

#include "engine/deal/pairing_seed.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "engine/cards/check.h"
#include "engine/cards/text_hash.h"

namespace couillon {
namespace {

constexpr std::string_view kLabel = "couillon pairing seed v1";

// Four bytes, little-endian.
void AppendNumber(std::size_t number, std::string& bytes) {
  for (int byte = 0; byte < 4; ++byte) {
    bytes.push_back(static_cast<char>(number >> (8 * byte)));
  }
}

// With its length, so that different lists never give the same bytes.
void AppendText(std::string_view text, std::string& bytes) {
  AppendNumber(text.size(), bytes);
  bytes += text;
}

std::string TeamBytes(std::span<const std::string> team) {
  std::string bytes;
  AppendNumber(team.size(), bytes);
  for (const std::string& name : team) AppendText(name, bytes);
  return bytes;
}

}  // namespace

std::string PairingSeed(std::string_view seed, std::string_view ruleset,
                        std::span<const std::string> team,
                        std::span<const std::string> opponents) {
  std::string first = TeamBytes(team);
  std::string second = TeamBytes(opponents);
  if (second < first) std::swap(first, second);
  std::string bytes;
  AppendText(seed, bytes);
  AppendText(ruleset, bytes);
  std::array<unsigned char, 32> hash;
  HashText(bytes + first + second, kLabel, hash);
  return Hexadecimal(hash);
}

std::string ThreeWaySeed(std::string_view seed, std::string_view ruleset,
                         std::vector<std::string> names) {
  COUILLON_CHECK(names.size() == 3);
  std::ranges::sort(names);
  return PairingSeed(seed, ruleset, names, {});
}

}  // namespace couillon
