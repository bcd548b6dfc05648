// One thread polls all sockets without blocking. A connection is read,
// answered, sent and lingers, each until a deadline.

#include "arena/front/http/connections.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "arena/players/sockets/peer_address.h"

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what is used here

namespace couillon::arena {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadersEnd = "\r\n\r\n";
constexpr std::array<std::string_view, 3> kHeaders = {"Host", "Origin",
                                                      "Last-Event-ID"};

bool IsNamed(std::string_view name, std::string_view expected) {
  return absl::EqualsIgnoreCase(
      absl::string_view(name.data(), name.size()),
      absl::string_view(expected.data(), expected.size()));
}

// Reads the size of the body; false if it is no number.
bool ReadSize(std::string_view text, std::size_t& size) {
  return absl::SimpleAtoi(absl::string_view(text.data(), text.size()), &size);
}

RequestText Refused(int status) {
  return {.state = RequestState::kRefused, .refusal = status, .text = ""};
}

using std::chrono::milliseconds;

constexpr milliseconds kLongestWait(1000);
constexpr milliseconds kPause(100);  // where no descriptor is left
constexpr milliseconds kLingerTime(2000);
constexpr std::size_t kMaxLingerBytes = 65536;
// Few, so that a request is read before others take its connection's place.
constexpr int kMaxAcceptedAtOnce = 16;
// By so much an answer under way is younger than any request.
constexpr std::chrono::hours kAnswerBonus(1);

// Takes the bytes that have arrived: their number, 0 at the end, -1 if there
// are none.
ssize_t Receive(int socket, std::string& bytes) {
  std::array<char, 4096> buffer;
  // NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection): it never waits
  const ssize_t size = recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size > 0) bytes.append(buffer.data(), static_cast<std::size_t>(size));
  if (size >= 0) return size;
  return errno == EAGAIN || errno == EINTR ? -1 : 0;
}

// Sends what fits: the number of bytes, or -1 if the client is gone.
ssize_t SendNow(int socket, std::string_view bytes) {
  const ssize_t sent =
      send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent >= 0) return sent;
  return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

// Rounded up, so that a deadline has passed after the wait.
int MillisecondsUntil(std::chrono::steady_clock::time_point time) {
  const auto left =
      std::chrono::ceil<milliseconds>(time - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

std::string Refusal(int status) {
  return absl::StrFormat(
      "HTTP/1.1 %d Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
      status);
}

}  // namespace

RequestText ReadRequest(std::string_view bytes) {
  const std::size_t end = bytes.find(kHeadersEnd);
  if (std::min(end, bytes.size()) > kMaxHeaderBytes) return Refused(431);
  if (end == std::string_view::npos) return {};
  const std::size_t line_end = bytes.find(kLineEnd);
  RequestText request;
  request.text = bytes.substr(0, line_end + kLineEnd.size());
  std::size_t body = 0;
  for (std::size_t at = line_end; at < end;) {
    at += kLineEnd.size();
    const std::size_t next = bytes.find(kLineEnd, at);
    const std::string_view line = bytes.substr(at, next - at);
    at = next;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, colon);
    if (IsNamed(name, "Transfer-Encoding")) return Refused(411);
    if (IsNamed(name, "Content-Length") &&
        !ReadSize(line.substr(colon + 1), body)) {
      return Refused(400);
    }
    if (std::any_of(kHeaders.begin(), kHeaders.end(),
                    [name](auto each) { return IsNamed(name, each); })) {
      request.text.append(line).append(kLineEnd);
    }
  }
  if (body > kMaxBodyBytes) return Refused(413);
  if (bytes.size() < end + kHeadersEnd.size() + body) return {};
  request.state = RequestState::kWhole;
  request.text.append(kLineEnd);
  return request;
}

int Exchange::Keep() {
  if (socket_ >= 0) return socket_;
  const std::lock_guard<std::mutex> lock(connections_.mutex_);
  const auto found = connections_.connections_.find(id_);
  if (found == connections_.connections_.end()) return -1;
  found->second.state = Connections::State::kKept;
  return socket_ = found->second.socket;
}

bool Exchange::Send(std::string_view bytes) {
  const int socket = Keep();
  while (socket >= 0 && !bytes.empty()) {
    const ssize_t sent = SendNow(socket, bytes);
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
    if (sent > 0) continue;
    pollfd room = {.fd = socket, .events = POLLOUT, .revents = 0};
    const auto time = connections_.limits_.stall_time.count();
    if (poll(&room, 1, static_cast<int>(time)) == 0) return false;
  }
  return socket >= 0;
}

bool Exchange::IsOpen() {
  pollfd end = {.fd = Keep(), .events = POLLRDHUP, .revents = 0};
  return end.fd >= 0 && poll(&end, 1, 0) == 0;
}

void Exchange::End(std::string bytes) {
  {
    const std::lock_guard<std::mutex> lock(connections_.mutex_);
    --connections_.exchanges_;
    const auto found = connections_.connections_.find(id_);
    if (found == connections_.connections_.end()) return;
    connections_.Answer(id_, found->second, std::move(bytes));
  }
  connections_.Wake();
}

Connections::Connections(
    ListeningSockets listening, ConnectionLimits limits,
    std::function<void(std::shared_ptr<Exchange>)> on_request)
    : listening_(std::move(listening)),
      limits_(limits),
      on_request_(std::move(on_request)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { Run(); }) {}

Connections::~Connections() {
  Stop();
  for (auto each = connections_.begin(); each != connections_.end();) {
    each = Close(each);
  }
  close(wake_);
}

void Connections::Stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_at_ = std::min(stop_at_, Clock::now() + limits_.end_time);
  }
  Wake();
  if (thread_.joinable()) thread_.join();
}

void Connections::Wake() {
  const std::uint64_t one = 1;
  static_cast<void>(!write(wake_, &one, sizeof(one)));
}

Connections::Clock::time_point Connections::ListSockets(
    std::vector<pollfd>& polled, std::vector<std::uint64_t>& ids) const {
  Clock::time_point next_deadline = Clock::now() + kLongestWait;
  polled.assign(1, {.fd = wake_, .events = POLLIN, .revents = 0});
  ids.clear();
  for (const auto& [id, each] : connections_) {
    next_deadline = std::min(next_deadline, each.deadline);
    if (each.state == State::kAnswering || each.state == State::kKept) continue;
    const short event = each.state == State::kSending ? POLLOUT : POLLIN;
    polled.push_back({.fd = each.socket, .events = event, .revents = 0});
    ids.push_back(id);
  }
  return next_deadline;
}

void Connections::Run() {
  std::vector<pollfd> polled;
  std::vector<std::uint64_t> ids;
  Clock::time_point accept_from = Clock::time_point::min();
  std::unique_lock<std::mutex> lock(mutex_);
  while (!HasStopped()) {
    Clock::time_point wait_until = ListSockets(polled, ids);
    const bool accepts = !is_stopping() && Clock::now() >= accept_from;
    if (!accepts) wait_until = std::min(wait_until, Clock::now() + kPause);
    for (const int socket : listening_.sockets()) {
      if (!accepts) break;
      polled.push_back({.fd = socket, .events = POLLIN, .revents = 0});
    }
    lock.unlock();
    poll(polled.data(), polled.size(), MillisecondsUntil(wait_until));
    lock.lock();
    std::uint64_t wakes = 0;
    // NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection): nor this
    static_cast<void>(!read(wake_, &wakes, sizeof(wakes)));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (polled[i + 1].revents == 0) continue;
      const auto found = connections_.find(ids[i]);
      if (!Continue(found->first, found->second)) Close(found);
    }
    EndLate(Clock::now());
    if (accepts && !Accept()) accept_from = Clock::now() + kPause;
  }
}

bool Connections::HasStopped() {
  if (!is_stopping()) return false;
  bool answers = false;
  for (auto each = connections_.begin(); each != connections_.end();) {
    const State state = each->second.state;
    if (state == State::kReading || state == State::kLingering) {
      each = Close(each);
    } else {
      answers = true;
      ++each;
    }
  }
  if (answers && Clock::now() < stop_at_) return false;
  for (const auto& [id, each] : connections_) {
    shutdown(each.socket, SHUT_RDWR);  // an exchange may use it
  }
  return true;
}

bool Connections::Accept() {
  int left = kMaxAcceptedAtOnce;
  for (const int listening : listening_.sockets()) {
    for (; left > 0; --left) {
      const AcceptedSocket accepted = AcceptOne(listening);
      if (accepted.is_full) return false;
      if (accepted.socket < 0) break;
      Connection made;
      made.socket = accepted.socket;
      made.client = PeerAddressOf(accepted.socket).client;
      made.since = Clock::now();
      made.deadline = made.since + limits_.request_time;
      MakeRoom(made.client);
      connections_.emplace(next_++, std::move(made));
    }
  }
  return true;
}

void Connections::MakeRoom(const std::string& client) {
  std::vector<HeldConnection> held;
  std::vector<ById::iterator> candidates;
  for (auto each = connections_.begin(); each != connections_.end(); ++each) {
    const Connection& connection = each->second;
    if (connection.state == State::kKept) continue;
    const bool answers = connection.state == State::kAnswering ||
                         connection.state == State::kSending;
    held.push_back(
        {.client = connection.client,
         .since = connection.since + kAnswerBonus * (answers ? 1 : 0)});
    candidates.push_back(each);
  }
  const std::optional<std::size_t> ended =
      ChooseToEnd(held, client, limits_.quota);
  if (ended) Close(candidates[*ended]);
}

bool Connections::Continue(std::uint64_t id, Connection& connection) {
  switch (connection.state) {
    case State::kReading:
      return Read(id, connection);
    case State::kSending:
      return SendMore(connection);
    case State::kLingering:
      return Receive(connection.socket, connection.bytes) != 0 &&
             connection.bytes.size() < kMaxLingerBytes;
    case State::kAnswering:
    case State::kKept:
      break;
  }
  return true;
}

bool Connections::Read(std::uint64_t id, Connection& connection) {
  if (Receive(connection.socket, connection.bytes) == 0) return false;
  RequestText request = ReadRequest(connection.bytes);
  if (request.state == RequestState::kIncomplete) return true;
  // Those whose connection has been closed are not done yet.
  const bool is_busy = exchanges_ >= limits_.quota.most;
  if (is_busy) request = {.state = RequestState::kRefused, .refusal = 503};
  if (request.state == RequestState::kRefused) {
    Answer(id, connection, Refusal(request.refusal));
    return true;
  }
  connection.state = State::kAnswering;
  connection.deadline = Clock::time_point::max();
  connection.bytes = std::string();
  ++exchanges_;
  on_request_(std::make_shared<Exchange>(*this, id, std::move(request.text)));
  return true;
}

void Connections::Answer(std::uint64_t id, Connection& connection,
                         std::string bytes) {
  const std::size_t seconds = bytes.size() / limits_.least_bytes_per_second;
  connection.state = State::kSending;
  connection.deadline =
      Clock::now() + limits_.answer_time + std::chrono::seconds(seconds);
  connection.bytes = std::move(bytes);
  connection.sent = 0;
  LimitUnreadBytes(id);
}

void Connections::LimitUnreadBytes(std::uint64_t newest) {
  std::size_t unread = 0;
  for (const auto& [id, each] : connections_) {
    if (each.state == State::kSending) unread += each.bytes.size();
  }
  for (auto& [id, each] : connections_) {
    if (unread <= limits_.most_unread_bytes) return;
    if (each.state != State::kSending || id == newest) continue;
    each.deadline = Clock::time_point::min();
    unread -= each.bytes.size();
  }
}

bool Connections::SendMore(Connection& connection) {
  const std::string_view rest =
      std::string_view(connection.bytes).substr(connection.sent);
  const ssize_t sent = SendNow(connection.socket, rest);
  if (sent < 0) return false;
  connection.sent += static_cast<std::size_t>(sent);
  if (connection.sent < connection.bytes.size()) return true;
  // Closed with bytes that nobody has read, it would take the answer away from
  // the client.
  shutdown(connection.socket, SHUT_WR);
  connection.bytes = std::string();
  connection.state = State::kLingering;
  connection.deadline = Clock::now() + kLingerTime;
  return true;
}

void Connections::EndLate(Clock::time_point now) {
  for (auto each = connections_.begin(); each != connections_.end();) {
    Connection& connection = each->second;
    if (connection.deadline > now) {
      ++each;
    } else if (connection.state == State::kReading) {
      Answer(each->first, connection, Refusal(408));
      ++each;
    } else {
      each = Close(each);
    }
  }
}

Connections::ById::iterator Connections::Close(ById::iterator connection) {
  close(connection->second.socket);
  return connections_.erase(connection);
}

}  // namespace couillon::arena
// NOLINTEND(misc-include-cleaner)
