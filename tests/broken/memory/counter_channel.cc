#include <linux/aio_abi.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "tests/broken/memory/channel.h"
#include "tests/broken/memory/deal_facts.h"

namespace couillon::bots::broken {
namespace {

using Clock = std::chrono::steady_clock;

// Symbols of 12 bits: a hand, who deals, the card offered, the seat, and a sum.
constexpr int kSymbolBits = 12;
constexpr std::size_t kSymbols = 4;
using Packet = std::array<std::uint16_t, kSymbols>;

constexpr int kStations = 4;  // processes, one for each seat
// Long, for machines that are busy.
constexpr std::chrono::milliseconds kSlot(6);
constexpr int kStart = 1 << kSymbolBits;  // a packet begins
constexpr int kPerSymbol = 8;

std::uint64_t SumOf(std::uint64_t bits) {
  return (bits * 0x9e3779b97f4a7c15U) >> 59;
}

Packet WritePacket(const Sighting& sighting) {
  std::uint64_t bits = sighting.hand().mask();
  bits = bits << 3 | sighting.facts.dealer;
  bits = bits << 5 | static_cast<std::uint64_t>(sighting.facts.offered.index());
  bits = bits << 3 | sighting.seat;
  bits = bits << 5 | SumOf(bits);
  Packet packet{};
  for (std::uint16_t& symbol : packet) {
    symbol = static_cast<std::uint16_t>(bits & (kStart - 1));
    bits >>= kSymbolBits;
  }
  return packet;
}

std::optional<Sighting> ReadPacket(const Packet& packet) {
  std::uint64_t bits = 0;
  for (auto symbol = packet.rbegin(); symbol != packet.rend(); ++symbol) {
    bits = bits << kSymbolBits | *symbol;
  }
  if (SumOf(bits >> 5) != (bits & 31)) return std::nullopt;
  bits >>= 5;
  Sighting sighting;
  sighting.seat = static_cast<Seat>(bits & 7);
  sighting.facts.offered = Card(static_cast<int>(bits >> 3 & 31));
  sighting.facts.dealer = static_cast<Seat>(bits >> 8 & 7);
  sighting.facts.hands[sighting.seat] =
      CardSet(static_cast<std::uint32_t>(bits >> 11));
  return sighting;
}

// Requests for asynchronous input and output, of all processes of the machine.
class Register {
 public:
  // -1 if it cannot be read.
  [[nodiscard]] static int Read() {
    std::ifstream file("/proc/sys/fs/aio-nr");
    int count = -1;
    file >> count;
    return count;
  }
  // Whether this process can move it.
  [[nodiscard]] bool Write(int symbol) {
    return syscall(SYS_io_setup, (symbol + 1) * kPerSymbol, &context_) == 0;
  }
  void Clear() {
    if (context_ != 0) syscall(SYS_io_destroy, std::exchange(context_, 0));
  }

 private:
  aio_context_t context_ = 0;
};

// Each process has every fourth slot of the clock. In it a register holds one
// symbol, which all others read.
class CounterChannel final : public Channel {
 public:
  CounterChannel() : base_(Register::Read()) {
    works_ = base_ >= 0 && register_.Write(0);
    if (works_) works_ = Register::Read() != base_;
    register_.Clear();
    if (works_) thread_ = std::thread([this] { Run(); });
  }
  ~CounterChannel() override {
    ends_ = true;
    if (thread_.joinable()) thread_.join();
  }

  // Returns once the packet has been sent: whoever plays before cannot know.
  void Tell(const Sighting& sighting) override {
    if (!works_) return;
    const Packet packet = WritePacket(sighting);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!sent_.insert(packet).second) return;
      station_ = sighting.seat % kStations;
      queue_.push_back(kStart);
      queue_.insert(queue_.end(), packet.begin(), packet.end());
    }
    for (;;) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (queue_.empty()) break;
      }
      std::this_thread::sleep_for(kSlot);
    }
    // Until others that were asked at the same time have sent theirs.
    std::this_thread::sleep_for(kSlot * (kStations * (kSymbols + 1)));
  }

  std::vector<Sighting> Hear() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::exchange(heard_, {});
  }

 private:
  void Run() {
    while (!ends_) {
      const auto slot = Clock::now().time_since_epoch() / kSlot;
      const Clock::time_point begin{kSlot * slot};
      const int station = static_cast<int>(slot % kStations);
      const std::optional<int> symbol = Next(station);
      if (symbol && Clock::now() < begin + kSlot / 4) {
        Put(*symbol);
        std::this_thread::sleep_until(begin + kSlot * 9 / 10);
        register_.Clear();
      } else {
        std::this_thread::sleep_until(begin + kSlot / 2);
        const int count = Register::Read();
        if (Clock::now() < begin + kSlot * 3 / 4) Take(station, count);
      }
      std::this_thread::sleep_until(begin + kSlot);
    }
  }

  std::optional<int> Next(int station) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (station != station_ || queue_.empty()) return std::nullopt;
    return queue_.front();
  }
  void Put(int symbol) {
    static_cast<void>(register_.Write(symbol));
    const std::lock_guard<std::mutex> lock(mutex_);
    queue_.pop_front();
  }

  void Take(int station, int count) {
    const int symbol = (count - base_) / kPerSymbol - 1;
    if (symbol < 0 || symbol > kStart) return;
    std::vector<std::uint16_t>& packet =
        received_.at(static_cast<std::size_t>(station));
    if (symbol == kStart) {
      packet.clear();
    } else if (packet.size() < kSymbols) {
      packet.push_back(static_cast<std::uint16_t>(symbol));
    }
    if (packet.size() != kSymbols) return;
    Packet whole{};
    std::copy(packet.begin(), packet.end(), whole.begin());
    packet.clear();
    const std::optional<Sighting> sighting = ReadPacket(whole);
    if (!sighting) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    heard_.push_back(*sighting);
  }

  Register register_;
  int base_;
  bool works_ = false;
  std::atomic<bool> ends_ = false;
  std::mutex mutex_;  // guards the next four
  int station_ = -1;
  std::deque<int> queue_;  // symbols
  std::set<Packet> sent_;
  std::vector<Sighting> heard_;
  std::array<std::vector<std::uint16_t>, kStations> received_;  // by the thread
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Channel> MakeCounterChannel() {
  return std::make_unique<CounterChannel>();
}

}  // namespace couillon::bots::broken
