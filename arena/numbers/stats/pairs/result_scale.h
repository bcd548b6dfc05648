// The scale of the results that an estimate or a test compares.
#pragma once

namespace couillon::stats {

enum class ResultScale {
  kScore,   // scores in [0, 1], equal bots average 1/2
  kPoints,  // game or card points, equal bots average 0
};

}  // namespace couillon::stats
