// A few bytes that become very many.
#pragma once

#include <cstddef>
#include <string>

namespace couillon::bots::broken {

// A gzip file of `size` bytes, roughly, that unpacks to a thousand times as
// many zeros and has no end.
std::string GzipBomb(std::size_t size);

}  // namespace couillon::bots::broken
