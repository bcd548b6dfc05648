// BLAKE2b by libsodium, and its bytes as hexadecimal digits.

#include "engine/cards/text_hash.h"

#include <sodium/core.h>
#include <sodium/crypto_generichash.h>
#include <sodium/utils.h>

#include <array>

#include "engine/cards/check.h"

namespace couillon {
namespace {

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

void HashText(std::string_view text, std::string_view label,
              std::span<unsigned char> hash) {
  static const int kReady = sodium_init();  // below 0 on failure
  COUILLON_CHECK(kReady >= 0);
  COUILLON_CHECK(crypto_generichash(hash.data(), hash.size(), Bytes(text),
                                    text.size(), Bytes(label),
                                    label.size()) == 0);
}

std::string TextHash(std::string_view text) {
  std::array<unsigned char, 32> hash;
  HashText(text, {}, hash);
  return Hexadecimal(hash);
}

std::string Hexadecimal(std::span<const unsigned char> bytes) {
  std::string digits(2 * bytes.size() + 1, '\0');  // sodium ends it with a 0
  sodium_bin2hex(digits.data(), digits.size(), bytes.data(), bytes.size());
  digits.pop_back();
  return digits;
}

}  // namespace couillon
