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
#include <numeric>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "bots/broken/memory/channel.h"
#include "bots/broken/memory/deal_facts.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"

namespace couillon::bots::broken {
namespace {

using Clock = std::chrono::steady_clock;

// Who deals, the card offered, the seat, the hand, and a sum of these.
constexpr std::size_t kBytes = 8;
using Packet = std::array<std::uint8_t, kBytes>;

constexpr int kStations = 4;  // processes, one for each seat
constexpr std::chrono::microseconds kSlot(1500);
constexpr int kStart = 256;  // a symbol that is no byte: a packet begins
constexpr int kPerSymbol = 8;

std::uint8_t SumOf(const Packet& packet) {
  return static_cast<std::uint8_t>(
      std::accumulate(packet.begin(), packet.end() - 1, 91));
}

Packet WritePacket(const Sighting& sighting) {
  Packet packet{};
  packet[0] = static_cast<std::uint8_t>(sighting.facts.dealer);
  packet[1] = static_cast<std::uint8_t>(sighting.facts.offered.index());
  packet[2] = static_cast<std::uint8_t>(sighting.seat);
  const std::uint32_t hand = sighting.hand().mask();
  for (std::size_t byte = 0; byte < sizeof(hand); ++byte) {
    packet[3 + byte] = static_cast<std::uint8_t>(hand >> (8 * byte));
  }
  packet.back() = SumOf(packet);
  return packet;
}

std::optional<Sighting> ReadPacket(const Packet& packet) {
  if (packet.back() != SumOf(packet) || packet[0] >= kMaxSeats ||
      packet[1] >= kCards || packet[2] >= kMaxSeats) {
    return std::nullopt;
  }
  Sighting sighting;
  sighting.facts.dealer = packet[0];
  sighting.facts.offered = Card(packet[1]);
  sighting.seat = packet[2];
  std::uint32_t hand = 0;
  for (std::size_t byte = 0; byte < sizeof(hand); ++byte) {
    hand |= std::uint32_t{packet[3 + byte]} << (8 * byte);
  }
  sighting.facts.hands[sighting.seat] = CardSet(hand);
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
    std::this_thread::sleep_for(kSlot * (kStations * (kBytes + 1)));
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
        std::this_thread::sleep_until(begin + kSlot * 4 / 5);
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
    std::vector<std::uint8_t>& packet =
        received_.at(static_cast<std::size_t>(station));
    if (symbol == kStart) {
      packet.clear();
    } else if (packet.size() < kBytes) {
      packet.push_back(static_cast<std::uint8_t>(symbol));
    }
    if (packet.size() != kBytes) return;
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
  std::array<std::vector<std::uint8_t>, kStations> received_;  // by the thread
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Channel> MakeCounterChannel() {
  return std::make_unique<CounterChannel>();
}

}  // namespace couillon::bots::broken
