#include "tools/explain/sampled_positions.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

arena::PositionSampler UniformSampler() {
  return [](const CompiledRules& rules, const Observation& seen, int count,
            std::uint64_t seed) {
    const bots::DealSampler sampler(rules, seen);
    bots::Random random(seed);
    std::vector<Position> samples;
    for (int i = 0; i < count; ++i) {
      const std::optional<Position> sample = sampler.Draw(random);
      if (sample) samples.push_back(*sample);
    }
    return samples;
  };
}

}  // namespace couillon::tools
