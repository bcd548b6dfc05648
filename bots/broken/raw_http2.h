// HTTP/2 by hand, for servers that break it: frames as bytes, and one
// connection that keeps the rules only where it is not told otherwise. For one
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace couillon::bots::broken {

enum class FrameType : std::uint8_t {
  kData = 0,
  kHeaders = 1,
  kResetStream = 3,
  kSettings = 4,
  kPushPromise = 5,
  kPing = 6,
  kGoAway = 7,
  kWindowUpdate = 8,
  kContinuation = 9,
  kUnknown = 0x77,
};

inline constexpr std::uint8_t kEndStream = 0x1;
inline constexpr std::uint8_t kAck = 0x1;
inline constexpr std::uint8_t kEndHeaders = 0x4;
inline constexpr std::uint8_t kPadded = 0x8;
inline constexpr std::uint16_t kInitialWindowSize = 4;  // number of a setting

// `value` in four bytes, the highest first.
std::string BigEndian32(std::uint32_t value);

// One frame. Its length is that of `payload`, whatever HTTP/2 says of it.
std::string Frame(FrameType type, std::uint8_t flags, std::uint32_t stream,
                  const std::string& payload);

// One header field, as a literal that enters no table.
std::string Field(const std::string& name, const std::string& value);

// What every response of a gRPC server starts with.
std::string ResponseFields();

// One setting of a SETTINGS frame.
std::string Setting(std::uint16_t number, std::uint32_t value);

// A message with gRPC's prefix: a flag byte and the length.
std::string GrpcMessage(const std::string& payload,
                        std::uint8_t compressed = 0);

// A socket that listens at `path`, -1 if there is none.
int ListenAt(const std::string& path);

// What a client has sent: its half of a stream begins, or a message on it.
struct ClientEvent {
  std::uint32_t stream = 0;
  bool begins = false;
  std::string message;
};

// The server's side of one connection. It greets with SETTINGS, acknowledges
// those and the PINGs of the client, and gives back every byte of the window.
class RawConnection {
 public:
  // Takes the socket over.
  explicit RawConnection(int fd) : fd_(fd) {}
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  // Reads the client's preface and sends `settings`. False if it is gone.
  bool Greet(const std::string& settings = {});
  // Waits for the next event. False if the client is gone.
  bool Next(ClientEvent& event);
  // Sends bytes as they are. False if the client is gone.
  bool Send(const std::string& bytes);
  // Sends DATA frames within the windows of the client, and waits for those.
  bool SendData(std::uint32_t stream, const std::string& bytes);
  // Closes the window of each stream and opens it no more.
  bool CloseWindow();

 private:
  bool ReadFrame();
  bool ReadExactly(std::string& bytes, std::size_t size);
  void TakeData(std::uint32_t stream, const std::string& payload);
  void TakeSettings(const std::string& payload);

  int fd_;
  std::deque<ClientEvent> events_;
  std::map<std::uint32_t, std::string> received_;  // not yet a whole message
  std::int64_t initial_window_ = 65535;
  std::int64_t connection_window_ = 65535;
  std::map<std::uint32_t, std::int64_t> used_;  // of a stream's window
  bool gives_window_ = true;
};

}  // namespace couillon::bots::broken
