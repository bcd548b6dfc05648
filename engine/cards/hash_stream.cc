// BLAKE2b by libsodium, piece by piece.

#include "engine/cards/hash_stream.h"

#include <sodium/core.h>
#include <sodium/crypto_generichash.h>

#include <array>
#include <cstddef>

#include "engine/cards/check.h"
#include "engine/cards/text_hash.h"

namespace couillon {
namespace {

constexpr std::size_t kHashBytes = 32;  // as TextHash

}  // namespace

struct HashStream::State {
  crypto_generichash_state hash;
};

HashStream::HashStream() : state_(std::make_unique<State>()) {
  COUILLON_CHECK(sodium_init() >= 0);
  COUILLON_CHECK(
      crypto_generichash_init(&state_->hash, nullptr, 0, kHashBytes) == 0);
}

HashStream::~HashStream() = default;
HashStream::HashStream(HashStream&& other) noexcept = default;
HashStream& HashStream::operator=(HashStream&& other) noexcept = default;

void HashStream::Add(std::string_view piece) {
  COUILLON_CHECK(crypto_generichash_update(
                     &state_->hash,
                     reinterpret_cast<const unsigned char*>(piece.data()),
                     piece.size()) == 0);
}

std::string HashStream::Finish() {
  std::array<unsigned char, kHashBytes> hash;
  COUILLON_CHECK(
      crypto_generichash_final(&state_->hash, hash.data(), hash.size()) == 0);
  return Hexadecimal(hash);
}

}  // namespace couillon
