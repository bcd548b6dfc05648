// Hashes of texts: BLAKE2b (RFC 7693). The same text has the same hash on every
// machine.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace couillon {

// Fills `hash` with BLAKE2b of `text` in hash.size() bytes, keyed with `label`
// so that hashes for different uses differ; an empty label is no key. Requires:
// 16 to 64 bytes of hash; at most 64 bytes of label.
void HashText(std::string_view text, std::string_view label,
              std::span<unsigned char> hash);

// Returns the hash of `text` without a label, in 256 bits as 64 hexadecimal
// digits. Records identify a ruleset by such a hash, regardless of its file
// name.
[[nodiscard]] std::string TextHash(std::string_view text);

// Two lower-case hexadecimal digits for each of `bytes`.
[[nodiscard]] std::string Hexadecimal(std::span<const unsigned char> bytes);

}  // namespace couillon
