#include "tests/broken/wire_faults.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <thread>
#include <utility>

#include "couillon/v1/bot_service.pb.h"
#include "tests/broken/broken_play.h"
#include "tests/broken/gzip_bomb.h"
#include "tests/broken/process_faults.h"
#include "tests/broken/raw_http2.h"

namespace couillon::bots::broken {
namespace {

constexpr std::size_t kBombSize = 4'000'000;  // below gRPC's limit of 4 MiB
constexpr char kNoGrpc[] = "HTTP/1.1 400 Bad Request\r\n\r\n\x1b[31mno gRPC";

std::string Headers(std::uint32_t stream, const std::string& fields,
                    bool ends = false) {
  const std::uint8_t flags = ends ? kEndHeaders | kEndStream : kEndHeaders;
  return Frame(FrameType::kHeaders, flags, stream, fields);
}

// Repeats the same frame until the client is gone, many frames per write.
void Flood(RawConnection& peer, const std::string& frame) {
  std::string many;
  while (many.size() < 64 * 1024) many += frame;
  while (peer.Send(many)) continue;
}

// Functions that send something instead of the correct answer `honest`, on a
// stream whose headers have been sent. Spoils() lists them by fault.
using Spoil = void (*)(RawConnection& peer, std::uint32_t stream,
                       const std::string& honest);

void SendNoStatus(RawConnection& peer, std::uint32_t stream,
                  const std::string& /*honest*/) {
  peer.Send(Headers(stream, Field("x-end", "1"), true));
}

void SendOddStatus(RawConnection& peer, std::uint32_t stream,
                   const std::string& /*honest*/) {
  peer.Send(Headers(stream, Field("grpc-status", "\x1b[31m9999999999"), true));
}

void SendReset(RawConnection& peer, std::uint32_t stream,
               const std::string& /*honest*/) {
  peer.Send(Frame(FrameType::kResetStream, 0, stream, BigEndian32(7)));
}

void SendGoaways(RawConnection& peer, std::uint32_t /*stream*/,
                 const std::string& /*honest*/) {
  Flood(peer, Frame(FrameType::kGoAway, 0, 0,
                    BigEndian32(0) + BigEndian32(11) +
                        "\x1b]0;owned\x07 too_many_pings"));
}

void SendPadding(RawConnection& peer, std::uint32_t stream,
                 const std::string& honest) {
  peer.Send(Frame(FrameType::kData, kPadded, stream,
                  '\4' + GrpcMessage(honest) + std::string(4, '\0')));
}

void SendHeaderList(RawConnection& peer, std::uint32_t stream,
                    const std::string& /*honest*/) {
  std::string fields;
  while (fields.size() < 15'000) {
    fields += Field("x-" + std::to_string(fields.size()), "much");
  }
  peer.Send(Headers(stream, Field("grpc-status", "0") + fields, true));
}

void SendContinuations(RawConnection& peer, std::uint32_t stream,
                       const std::string& /*honest*/) {
  peer.Send(Frame(FrameType::kHeaders, 0, stream, Field("x-first", "1")));
  Flood(peer, Frame(FrameType::kContinuation, 0, stream,
                    Field("x-more", std::string(1000, 'x'))));
}

void SendPings(RawConnection& peer, std::uint32_t /*stream*/,
               const std::string& /*honest*/) {
  Flood(peer, Frame(FrameType::kPing, 0, 0, "12345678"));
}

void SendSettings(RawConnection& peer, std::uint32_t /*stream*/,
                  const std::string& /*honest*/) {
  Flood(peer,
        Frame(FrameType::kSettings, 0, 0, Setting(kInitialWindowSize, 65535)));
}

void SendEmptyData(RawConnection& peer, std::uint32_t stream,
                   const std::string& /*honest*/) {
  Flood(peer, Frame(FrameType::kData, 0, stream, {}));
}

void SendLengthLies(RawConnection& peer, std::uint32_t stream,
                    const std::string& /*honest*/) {
  peer.Send(Frame(FrameType::kData, 0, stream, '\0' + BigEndian32(0x7fffffff)));
  while (peer.SendData(stream, std::string(kMegabyte, 'x'))) continue;
}

void SendHalfMessage(RawConnection& peer, std::uint32_t stream,
                     const std::string& honest) {
  const std::string message = GrpcMessage(honest);
  peer.Send(Frame(FrameType::kData, 0, stream,
                  message.substr(0, message.size() - 1)));
}

void SendCompressedFlag(RawConnection& peer, std::uint32_t stream,
                        const std::string& honest) {
  peer.Send(Frame(FrameType::kData, 0, stream, GrpcMessage(honest, 1)));
}

void SendBadFlag(RawConnection& peer, std::uint32_t stream,
                 const std::string& honest) {
  peer.Send(Frame(FrameType::kData, 0, stream, GrpcMessage(honest, 0xff)));
}

void SendPush(RawConnection& peer, std::uint32_t stream,
              const std::string& /*honest*/) {
  peer.Send(Frame(FrameType::kPushPromise, kEndHeaders, stream,
                  BigEndian32(2) + Field(":path", "/x")));
}

void SendWindow(RawConnection& peer, std::uint32_t stream,
                const std::string& /*honest*/) {
  Flood(peer,
        Frame(FrameType::kWindowUpdate, 0, stream, BigEndian32(0x7fffffff)));
}

void SendUnknownFrames(RawConnection& peer, std::uint32_t stream,
                       const std::string& honest) {
  for (int i = 0; i < 100; ++i) {
    peer.Send(Frame(FrameType::kUnknown, 0xff, stream, "\x1b[31m"));
  }
  peer.SendData(stream, GrpcMessage(honest));
}

void SendGzipBomb(RawConnection& peer, std::uint32_t stream,
                  const std::string& /*honest*/) {
  peer.SendData(stream, GrpcMessage(GzipBomb(kBombSize), 1));
}

const std::map<std::string, Spoil>& Spoils() {
  static const std::map<std::string, Spoil> kSpoils = {
      {"wire-no-status", &SendNoStatus},
      {"wire-odd-status", &SendOddStatus},
      {"wire-reset", &SendReset},
      {"wire-goaways", &SendGoaways},
      {"wire-padding", &SendPadding},
      {"wire-header-list", &SendHeaderList},
      {"wire-continuations", &SendContinuations},
      {"wire-pings", &SendPings},
      {"wire-settings", &SendSettings},
      {"wire-empty-data", &SendEmptyData},
      {"wire-length-lies", &SendLengthLies},
      {"wire-half-message", &SendHalfMessage},
      {"wire-compressed-flag", &SendCompressedFlag},
      {"wire-bad-flag", &SendBadFlag},
      {"wire-push", &SendPush},
      {"wire-window", &SendWindow},
      {"wire-unknown-frames", &SendUnknownFrames},
      {"wire-gzip-bomb", &SendGzipBomb},
  };
  return kSpoils;
}

// The bytes sent instead of the first headers of Play; the rest is correct.
const std::map<std::string, std::string>& Beginnings() {
  static const std::map<std::string, std::string> kBeginnings = {
      {"wire-http-500", Field(":status", "500")},
      {"wire-no-headers", {}},
      {"wire-odd-headers",
       Field(":status", "2\x1b[31m00") + Field(":status", "200") +
           Field("content-type", "\x1b[31mtext") +
           Field("grpc-encoding", "\x1b]0;owned\x07") +
           Field("te", "\x1b[31mx") + Field("\x1b[31mX", "\x1b[31m")},
  };
  return kBeginnings;
}

// Whether the stream can continue correctly after `fault`.
bool PlaysOn(const std::string& fault) {
  return fault == "wire-unknown-frames" || fault == "wire-compressed-flag";
}

class Session {
 public:
  Session(std::string fault, int fd)
      : fault_(std::move(fault)), peer_(fd), play_("none", "") {}

  // Serves until the client is gone.
  void Run() {
    ClientEvent event;
    if (!peer_.Greet()) return;
    while (peer_.Next(event)) {
      // A referee calls Describe on stream 1, then Play on the next stream.
      if (event.stream == 1) {
        if (!event.begins) Describe();
      } else if (event.begins) {
        Begin(event.stream);
      } else {
        Answer(event.stream, event.message);
      }
    }
  }

 private:
  void Describe() {
    const std::string headers = ResponseFields();
    if (fault_ == "describe-no-status") {
      peer_.Send(Headers(1, headers) + Headers(1, Field("x-end", "1"), true));
    } else if (fault_ == "describe-trailers-only") {
      peer_.Send(Headers(1, headers, true));
    } else if (fault_ == "describe-http-500") {
      peer_.Send(Headers(1, Field(":status", "500"), true));
    } else if (fault_ == "describe-goaway") {
      peer_.Send(Frame(FrameType::kGoAway, 0, 0,
                       BigEndian32(0) + BigEndian32(0) + "\x1b[31m bye"));
    } else if (fault_ == "describe-gzip-bomb") {
      peer_.Send(Headers(1, headers + Field("grpc-encoding", "gzip")));
      peer_.SendData(1, GrpcMessage(GzipBomb(kBombSize), 1));
      peer_.Send(Headers(1, Field("grpc-status", "0"), true));
    } else {
      peer_.Send(Headers(1, headers));
      peer_.SendData(1, GrpcMessage(BrokenDescription("none")));
      peer_.Send(Headers(1, Field("grpc-status", "0"), true));
    }
  }

  void Begin(std::uint32_t stream) {
    if (fault_ == "wire-closed-window") peer_.CloseWindow();
    const auto found = Beginnings().find(fault_);
    if (found == Beginnings().end()) {
      const std::string encoding = fault_ == "wire-gzip-bomb"
                                       ? Field("grpc-encoding", "gzip")
                                       : std::string();
      peer_.Send(Headers(stream, ResponseFields() + encoding));
    } else if (!found->second.empty()) {
      peer_.Send(Headers(stream, found->second, fault_ == "wire-http-500"));
    }
  }

  void Answer(std::uint32_t stream, const std::string& message) {
    v1::PlayRequest request;
    if (!request.ParseFromString(message)) return;
    const Reply reply = play_.Answer(request);
    const auto spoil = Spoils().find(fault_);
    for (const std::string& honest : reply.messages) {
      if (spoil != Spoils().end() && HasCursed(request)) {
        spoil->second(peer_, stream, honest);
        if (!PlaysOn(fault_)) FallSilent();
      } else {
        peer_.SendData(stream, GrpcMessage(honest));
      }
    }
  }

  // Sends nothing more: it would complete what was left incomplete.
  void FallSilent() {
    ClientEvent event;
    while (peer_.Next(event)) continue;
  }

  std::string fault_;
  RawConnection peer_;
  BrokenPlay play_;
};

// Sends `text` to every client, and nothing more.
[[noreturn]] void SayOnly(int listener, const std::string& text) {
  for (;;) {
    const int peer = accept(listener, nullptr, nullptr);
    if (peer < 0) continue;
    const ssize_t sent = send(peer, text.data(), text.size(), MSG_NOSIGNAL);
    static_cast<void>(sent);
  }
}

bool IsStartWireFault(const std::string& fault) {
  return fault == "start-file" || fault == "start-http1" ||
         fault == "start-mute" || fault == "start-no-accept" ||
         fault == "start-hangs-up" || fault == "describe-no-status" ||
         fault == "describe-trailers-only" || fault == "describe-http-500" ||
         fault == "describe-goaway" || fault == "describe-gzip-bomb";
}

}  // namespace

bool IsWireFault(const std::string& fault) {
  return fault == "wire-closed-window" || IsStartWireFault(fault) ||
         Spoils().contains(fault) || Beginnings().contains(fault);
}

void ServeWireFault(const std::string& fault, const std::string& path) {
  if (fault == "start-file") {
    std::ofstream(path) << "127.0.0.1:50051\n";
    SleepForEver();
  }
  const int listener = ListenAt(path);
  if (listener < 0) _exit(1);
  if (fault == "start-no-accept") SleepForEver();
  if (fault == "start-http1") SayOnly(listener, kNoGrpc);
  if (fault == "start-mute") SayOnly(listener, {});
  for (;;) {
    const int fd = accept(listener, nullptr, nullptr);
    if (fd < 0) continue;
    if (fault == "start-hangs-up") {
      close(fd);
      continue;
    }
    std::thread([fault, fd] { Session(fault, fd).Run(); }).detach();
  }
}

}  // namespace couillon::bots::broken
