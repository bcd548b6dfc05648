// Integers wide enough for the product of two sums or of two 64-bit numbers.
#pragma once

namespace couillon::stats {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

}  // namespace couillon::stats
