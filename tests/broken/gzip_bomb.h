// A gzip file that unpacks to far more bytes.
#pragma once

#include <cstddef>
#include <string>

namespace couillon::bots::broken {

// Returns a gzip file of about `size` bytes that unpacks to about a thousand
// times as many zeros and is not terminated.
std::string GzipBomb(std::size_t size);

}  // namespace couillon::bots::broken
