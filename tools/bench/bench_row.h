// One row of `couillon bench`: the deals and decisions, the time, and the CPU
// time by layer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace couillon::tools {

// The layers of CPU time, referee and bots together.
enum class Layer : std::uint8_t {
  kDeal,       // packs from the seed
  kPlay,       // tables: observations, legality, tricks, scores
  kEncode,     // questions and answers written
  kTransport,  // gRPC, the operating system, and wake-ups
  kBot,        // deciding
  kDecode,     // questions and answers read
  kStore,      // finished units to the disk
  kReferee     // bookkeeping of tables and open decisions
};
inline constexpr std::size_t kLayers = 8;
inline constexpr std::array<std::string_view, kLayers> kLayerNames = {
    "deal", "play", "encode", "transport", "bot", "decode", "store", "referee"};

using LayerSeconds = std::array<double, kLayers>;

struct BenchRow {
  std::string name;
  int threads = 1;          // of the engine, workers, or pairs
  std::uint32_t batch = 0;  // maximum decisions per message; 0: no messages
  double deals = 0;
  double decisions = 0;
  double seconds = 0;
  double referee_cpu_seconds = 0;
  double bots_cpu_seconds = 0;  // of bots' own processes, including their start
  LayerSeconds layers{};        // add up to the two

  double& layer(Layer which) { return layers[static_cast<std::size_t>(which)]; }
};

// The rows of bare gRPC: messages made and parsed by protobuf, and prepared
// bytes.
inline constexpr std::string_view kRawRow = "grpc-raw";
inline constexpr std::string_view kBytesRow = "grpc-bytes";

// Sets `rest` to both CPU times minus the other layers. If the others, measured
// on their own, exceed the total, they are scaled down to fit.
void FillLayers(BenchRow& row, Layer rest);

// The measurements, and the machine.
struct BenchReport {
  std::string cpu;
  int cores = 0;
  std::string ruleset;
  std::vector<BenchRow> rows;
};

[[nodiscard]] std::string BenchText(const BenchReport& report);
[[nodiscard]] std::string BenchJson(const BenchReport& report);

}  // namespace couillon::tools
