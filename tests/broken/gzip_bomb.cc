#include "tests/broken/gzip_bomb.h"

namespace couillon::bots::broken {
namespace {

// The bits of a deflate stream; the first bit is the lowest of its byte.
class Bits {
 public:
  void Number(unsigned value, int bits) {
    for (int i = 0; i < bits; ++i) Bit(value >> i & 1U);
  }
  // Appends a Huffman code, its first digit first.
  void Code(const char* digits) {
    for (; *digits != '\0'; ++digits) Bit(*digits == '1' ? 1 : 0);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void Bit(unsigned bit) {
    if (used_ % 8 == 0) bytes_ += '\0';
    bytes_.back() = static_cast<char>(
        static_cast<unsigned char>(bytes_.back()) | bit << used_ % 8);
    ++used_;
  }

  std::string bytes_;
  unsigned used_ = 0;
};

}  // namespace

std::string GzipBomb(std::size_t size) {
  Bits bits;
  bits.Number(1, 1);          // the last block
  bits.Number(2, 2);          // with codes of its own:
  bits.Number(286 - 257, 5);  // 286 of literals and lengths,
  bits.Number(0, 5);          // one of distances;
  bits.Number(18 - 4, 4);  // 18 lengths of the code that writes those lengths:
  // zeros in a row (18) are "0", length 1 is "10", length 2 is "11". They stand
  // in deflate's own order: 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1.
  for (const unsigned length : {0U, 0U, 1U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U,
                                0U, 0U, 0U, 2U, 0U, 2U}) {
    bits.Number(length, 3);
  }
  const auto zeros = [&bits](unsigned count) {
    bits.Code("0");
    bits.Number(count - 11, 7);
  };
  bits.Code("11");  // literal 0: "10"
  zeros(138);
  zeros(117);
  bits.Code("11");  // end of the block, 256: "11"
  zeros(28);
  bits.Code("10");  // length 258, 285: "0"
  bits.Code("10");  // distance 1: "0"
  bits.Code("10");  // the first zero; from here on each "00" is 258 more
  return std::string("\x1f\x8b\x08\0\0\0\0\0\0\3", 10) + bits.bytes() +
         std::string(size, '\0');
}

}  // namespace couillon::bots::broken
