#include "tests/arena/front/page/unpacked.h"

#include <gtest/gtest.h>
#include <zconf.h>
#include <zlib.h>

#include <cstddef>

#include "absl/strings/escaping.h"

namespace couillon::testing_support {

std::string Unpacked(const std::string& base64) {
  std::string packed;
  EXPECT_TRUE(absl::Base64Unescape(base64, &packed));
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string text(std::size_t{4} << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

}  // namespace couillon::testing_support
