// zlib, then Base64.

#include "arena/front/page/gzip.h"

#include <zconf.h>
#include <zlib.h>

#include "absl/strings/escaping.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr int kLevel = 6;
constexpr int kWindowBitsOfGzip = 15 + 16;
constexpr int kMemoryLevel = 8;

}  // namespace

std::string GzippedInBase64(const std::string& text) {
  z_stream stream{};
  COUILLON_CHECK(deflateInit2(&stream, kLevel, Z_DEFLATED, kWindowBitsOfGzip,
                              kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  // zlib reads through a pointer that is not const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  COUILLON_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return absl::Base64Escape(packed);
}

}  // namespace couillon::arena
