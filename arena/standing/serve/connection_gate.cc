// One thread polls all connections; the credit of a client grows with time and
// is charged for what it brings.

#include "arena/standing/serve/connection_gate.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "arena/players/sockets/peer_address.h"
#include "arena/players/sockets/received_bytes.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kWake = 0;  // the id of wake_; those of listening
                                    // sockets follow
constexpr milliseconds kLongestWait(1000);
constexpr milliseconds kFullPause(100);       // where no descriptor is left
constexpr std::int64_t kMaxPauseSeconds = 2;  // after guests who sent too much
// Few, so that a call is seen before others take its connection's place.
constexpr int kMaxAcceptedAtOnce = 16;

// The ends of a connection; of a guest also whatever arrives.
constexpr std::uint32_t kEnds = EPOLLRDHUP;
constexpr std::uint32_t kArrivals = EPOLLRDHUP | EPOLLIN | EPOLLET;

void Poll(int epoll, int socket, std::uint32_t events, std::uint64_t id,
          int operation = EPOLL_CTL_ADD) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = id;
  epoll_ctl(epoll, operation, socket, &event);
}

// The bytes that a peer may send before it is read; connections have that of
// the socket at which they were accepted.
constexpr int kGuestWindow = 4 << 10;
constexpr int kAuthorWindow = 1 << 20;

void SetWindow(int socket, int bytes) {
  setsockopt(socket, IPPROTO_TCP, TCP_WINDOW_CLAMP, &bytes, sizeof(bytes));
}

}  // namespace

GateLimits GateLimitsFor(int descriptors) {
  constexpr std::size_t kMax = 8192;
  GateLimits limits;
  limits.most = std::min(kMax, static_cast<std::size_t>(descriptors) / 4);
  limits.guests.most = std::min(limits.guests.most, limits.most / 2);
  limits.guests.most_of_client = limits.guests.most / 4;
  return limits;
}

ConnectionGate::ConnectionGate(
    ListeningSockets listening, GateLimits limits,
    std::function<void(int listening, int socket)> pass_on)
    : listening_(std::move(listening)),
      limits_(limits),
      pass_on_(std::move(pass_on)),
      polled_(epoll_create1(EPOLL_CLOEXEC)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      credit_(limits.all_guest_bytes),
      next_(listening_.sockets().size() + 1) {
  Poll(polled_, wake_, EPOLLIN, kWake);
  std::uint64_t id = kWake;
  for (const int socket : listening_.sockets()) {
    SetWindow(socket, kGuestWindow);
    Poll(polled_, socket, EPOLLIN, ++id);
  }
}

void ConnectionGate::Open() {
  thread_ = std::thread([this] { Run(); });
}

ConnectionGate::~ConnectionGate() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  const std::uint64_t one = 1;
  static_cast<void>(!write(wake_, &one, sizeof(one)));
  if (thread_.joinable()) thread_.join();
  for (const auto& [id, each] : held_) close(each.socket);
  close(polled_);
  close(wake_);
}

bool ConnectionGate::IsOpen(std::string_view grpc_peer) {
  const std::string peer = PeerOf(grpc_peer);
  const std::lock_guard<std::mutex> lock(mutex_);
  return peer.empty() || by_peer_.count(peer) > 0;
}

bool ConnectionGate::Admit(std::string_view grpc_peer,
                           const std::string& author, std::size_t most) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_peer_.find(PeerOf(grpc_peer));
  if (found == by_peer_.end()) return true;  // a unix socket, or it has ended
  Held& held = held_.at(found->second);
  if (!held.author.empty()) return true;
  std::size_t& count = of_author_[author];
  if (count >= most) return false;
  ++count;
  held.author = author;
  credit_ += static_cast<std::int64_t>(held.charged);
  SetWindow(held.socket, kAuthorWindow);
  Poll(polled_, held.socket, kEnds, found->second, EPOLL_CTL_MOD);
  return true;
}

void ConnectionGate::Refuse(std::string_view grpc_peer) {
  const std::string peer = PeerOf(grpc_peer);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_peer_.find(peer);
  if (found == by_peer_.end()) return;
  const auto guest = held_.find(found->second);
  Held& held = guest->second;
  if (!held.is_guest()) return;
  held.end = std::min(held.end, Clock::now() + limits_.refused_time);
  if (++held.refused_calls > limits_.refused_calls) Break(guest);
}

void ConnectionGate::Run() {
  constexpr int kMaxEvents = 64;
  std::array<epoll_event, kMaxEvents> events;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stop_) {
    const auto left =
        std::chrono::ceil<milliseconds>(EndLateGuests() - Clock::now());
    lock.unlock();
    const int count =
        epoll_wait(polled_, events.data(), kMaxEvents,
                   static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    lock.lock();
    bool is_full = false;
    for (int i = 0; i < count && !stop_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::uint64_t id = events[at].data.u64;
      if (id == kWake) continue;
      if (id <= listening_.sockets().size()) {
        is_full |= !Accept(listening_.sockets()[id - 1]);
        continue;
      }
      const auto held = held_.find(id);
      if (held != held_.end()) OnEvents(held, events[at].events);
    }
    if (!is_full) continue;
    lock.unlock();
    std::this_thread::sleep_for(kFullPause);
    lock.lock();
  }
}

void ConnectionGate::Refill(Clock::time_point now) {
  const std::int64_t bytes = (now - refilled_) / milliseconds(1) *
                             limits_.guest_bytes_per_second / 1000;
  if (bytes > 0) refilled_ = now;
  credit_ = std::min(credit_ + bytes, limits_.all_guest_bytes);
  if ((credit_ > 0) != accepts_) Listen(credit_ > 0);
}

void ConnectionGate::Charge(ById::iterator guest) {
  const std::uint64_t received = ReceivedBytes(guest->second.socket);
  credit_ = std::max(
      credit_ - static_cast<std::int64_t>(received - guest->second.charged),
      -kMaxPauseSeconds * limits_.guest_bytes_per_second);
  guest->second.charged = received;
  if (received > limits_.guest_bytes) Break(guest);
}

void ConnectionGate::Listen(bool accept) {
  accepts_ = accept;
  std::uint64_t id = kWake;
  for (const int socket : listening_.sockets()) {
    Poll(polled_, socket, accept ? EPOLLIN : 0U, ++id, EPOLL_CTL_MOD);
  }
}

ConnectionGate::Clock::time_point ConnectionGate::EndLateGuests() {
  const Clock::time_point now = Clock::now();
  Refill(now);
  Clock::time_point next = now + (accepts_ ? kLongestWait : kFullPause);
  for (auto each = held_.begin(); each != held_.end();) {
    const auto held = each++;
    if (!held->second.is_guest()) continue;
    const Clock::time_point end = held->second.end;
    if (end > now) {
      next = std::min(next, end);
    } else {
      Break(held);
    }
  }
  return next;
}

void ConnectionGate::OnEvents(ById::iterator held, std::uint32_t events) {
  const bool has_ended = (events & ~std::uint32_t{EPOLLIN}) != 0;
  const std::uint64_t id = held->first;
  if (held->second.is_guest()) Charge(held);
  if (has_ended && held_.count(id) > 0) End(held);
}

bool ConnectionGate::Accept(int listening) {
  for (int left = kMaxAcceptedAtOnce; left > 0; --left) {
    const AcceptedSocket accepted = AcceptOne(listening);
    if (accepted.socket < 0) return !accepted.is_full;
    PeerAddress address = PeerAddressOf(accepted.socket);
    const bool has_room = MakeRoom(address.client);
    const int copy = has_room ? fcntl(accepted.socket, F_DUPFD_CLOEXEC, 0) : -1;
    if (copy < 0) {
      close(accepted.socket);
      if (has_room) return false;
      continue;
    }
    const std::uint64_t id = next_++;
    const Clock::time_point now = Clock::now();
    if (!address.peer.empty()) by_peer_[address.peer] = id;
    held_[id] = {.socket = copy,
                 .client = std::move(address.client),
                 .peer = std::move(address.peer),
                 .author = "",
                 .since = now,
                 .end = now + limits_.guest_time};
    Poll(polled_, copy, held_[id].is_guest() ? kArrivals : kEnds, id);
    passing_.Add([this, listening, socket = accepted.socket] {
      pass_on_(listening, socket);
    });
  }
  return true;
}

bool ConnectionGate::MakeRoom(const std::string& client) {
  std::vector<HeldConnection> guests;
  std::vector<ById::iterator> candidates;
  for (auto each = held_.begin(); each != held_.end(); ++each) {
    if (!each->second.is_guest()) continue;
    guests.push_back(
        {.client = each->second.client, .since = each->second.since});
    candidates.push_back(each);
  }
  ConnectionQuota quota = limits_.guests;
  if (held_.size() >= limits_.most) quota.most = guests.size();
  const std::optional<std::size_t> ended = ChooseToEnd(guests, client, quota);
  if (ended) Break(candidates[*ended]);
  return held_.size() < limits_.most;
}

void ConnectionGate::Break(ById::iterator guest) {
  // shutdown() alone would let gRPC read what has arrived, and what arrives
  // still.
  sockaddr none{};
  none.sa_family = AF_UNSPEC;
  connect(guest->second.socket, &none, sizeof(none));
  End(guest);
}

void ConnectionGate::End(ById::iterator held) {
  const Held& of = held->second;
  // Ends gRPC's connection too.
  shutdown(of.socket, SHUT_RDWR);
  epoll_ctl(polled_, EPOLL_CTL_DEL, of.socket, nullptr);
  close(of.socket);
  const auto by_peer = by_peer_.find(of.peer);
  if (by_peer != by_peer_.end() && by_peer->second == held->first) {
    by_peer_.erase(by_peer);
  }
  const auto of_author = of_author_.find(of.author);
  if (of_author != of_author_.end() && --of_author->second == 0) {
    of_author_.erase(of_author);
  }
  held_.erase(held);
}

}  // namespace couillon::arena
