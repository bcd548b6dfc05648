#include "tests/broken/memory/timed_counters.h"

#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

namespace couillon::bots::broken {
namespace {

using Clock = std::chrono::steady_clock;

void UseFirstCore() {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  sched_setaffinity(0, sizeof(first), &first);
}

std::atomic<bool> g_busy = false;
std::vector<std::thread> g_spinners;

constexpr std::size_t kLineSize = 64;
constexpr std::size_t kReadLines = (2U << 20) / kLineSize;  // more than L2
constexpr std::size_t kFilled = 64U << 20;                  // more than L3

}  // namespace

void MoveLoad() {
  g_busy = true;
  for (int i = 0; i < 4; ++i) {
    g_spinners.emplace_back([] {
      UseFirstCore();
      while (g_busy) {
      }
    });
  }
}

void MoveLoadBack() {
  g_busy = false;
  for (std::thread& spinner : g_spinners) spinner.join();
  g_spinners.clear();
}

std::int64_t ReadLoad() {
  UseFirstCore();
  const auto until = Clock::now() + std::chrono::milliseconds(40);
  std::int64_t count = 0;
  while (Clock::now() < until) ++count;
  return count;
}

void MoveCaches() {
  static std::vector<unsigned char> memory(kFilled);
  for (std::size_t i = 0; i < kFilled; i += kLineSize) ++memory[i];
}

std::int64_t ReadCaches() {
  static const std::vector<unsigned char> kMemory(kReadLines * kLineSize);
  const auto begin = Clock::now();
  // Each line once, in an order that the processor does not foresee.
  const volatile unsigned char* const bytes = kMemory.data();
  std::size_t line = 0;
  for (std::size_t i = 0; i < kReadLines; ++i) {
    line = (line * 5 + 12'345 + bytes[line * kLineSize]) % kReadLines;
  }
  return std::chrono::nanoseconds(Clock::now() - begin).count();
}

}  // namespace couillon::bots::broken
