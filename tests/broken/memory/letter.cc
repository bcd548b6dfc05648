#include "tests/broken/memory/letter.h"

#include <bit>
#include <filesystem>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"

namespace couillon::bots::broken {

Letter WriteLetter(const Sighting& sighting) {
  return std::bit_cast<Letter>(sighting);
}

std::optional<Sighting> ReadLetter(const Letter& letter) {
  const auto sighting = std::bit_cast<Sighting>(letter);
  const DealFacts& facts = sighting.facts;
  if (sighting.seat >= kMaxSeats || facts.dealer >= kMaxSeats ||
      facts.offered.index() >= kCards ||
      (facts.turned && facts.turned->index() >= kCards) ||
      sighting.move_count > sighting.moves.size()) {
    return std::nullopt;
  }
  return sighting;
}

std::string NameOfRun(const std::string& socket) {
  return std::filesystem::path(socket).parent_path().parent_path().filename();
}

}  // namespace couillon::bots::broken
