// The shuffle of docs/dealing.md, one deal at a time: the reference for the
// vectors of pack_kernel.h.
#pragma once

#include <cstdint>

#include "engine/cards/pack.h"
#include "engine/deal/keystream.h"

namespace couillon {

// The pack of deal `index` of a stream: the cards of stream.deck, every order
// of them equally likely. Requires: stream.extension is 0.
[[nodiscard]] Pack ShuffledPack(StreamName stream, std::uint64_t index);

}  // namespace couillon
