// A sighting as bytes, for other processes of the same program.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

#include "tests/broken/memory/deal_facts.h"

namespace couillon::bots::broken {

static_assert(std::is_trivially_copyable_v<Sighting>);

using Letter = std::array<std::byte, sizeof(Sighting)>;

Letter WriteLetter(const Sighting& sighting);
// Nothing if the numbers in it are out of range.
std::optional<Sighting> ReadLetter(const Letter& letter);

// The name of the run that a socket is part of: that of the folder around the
// socket's own folder. All processes of a league know it.
std::string NameOfRun(const std::string& socket);

}  // namespace couillon::bots::broken
