#include "tests/fuzz/http2_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstddef>

#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/check.h"

namespace couillon::fuzz {
namespace {

using bots::broken::BigEndian32;
using bots::broken::ClientEvent;
using bots::broken::Field;
using bots::broken::Frame;
using bots::broken::FrameType;
using bots::broken::GrpcMessage;
using bots::broken::kEndHeaders;
using bots::broken::kEndStream;
using bots::broken::ResponseFields;
using bots::broken::Setting;

constexpr std::array kNames = {
    ":status",      "content-type",          "grpc-status",
    "grpc-message", "grpc-encoding",         "grpc-retry-pushback-ms",
    "te",           "grpc-server-stats-bin", ":path",
    "connection",   "grpc-accept-encoding",  "content-encoding"};
constexpr std::array kValues = {
    "200", "0",     "application/grpc", "gzip", "deflate",  "identity", "",
    "500", "-1",    "99999999999",      "100",  "trailers", "\x1b[31m", "304",
    "13",  "%zz%1b"};
constexpr int kMaxSteps = 32;  // between two waits

// A number of 32 bits, often an extreme one.
std::uint32_t NextNumber(Bytes& bytes) {
  const std::uint8_t kind = bytes.Next();
  const std::uint32_t small = bytes.Next();
  return kind % 4 == 0   ? 0x7fffffffU - small
         : kind % 4 == 1 ? 0xffffffffU - small
                         : small << (kind % 32);
}

}  // namespace

Http2Server::Http2Server(const std::string& path, Bytes bytes)
    : bytes_(bytes), listener_(bots::broken::ListenAt(path)) {
  COUILLON_CHECK(listener_ >= 0);
  thread_ = std::thread([this] { Run(); });
}

Http2Server::~Http2Server() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    shutdown(listener_, SHUT_RDWR);
    if (connection_ >= 0) shutdown(connection_, SHUT_RDWR);
  }
  thread_.join();
  close(listener_);
}

void Http2Server::Run() {
  for (;;) {
    const int fd = accept(listener_, nullptr, nullptr);
    {
      const std::lock_guard lock(mutex_);
      if (stopped_ || fd < 0) {
        if (fd >= 0) close(fd);
        return;
      }
      connection_ = fd;
    }
    Serve(fd);
    const std::lock_guard lock(mutex_);
    connection_ = -1;
    close(fd);
  }
}

void Http2Server::Serve(int fd) {
  Connection peer(dup(fd));  // the other one is kept to be shut down
  begun_.clear();
  ClientEvent event;
  if (!peer.Greet()) return;
  while (peer.Next(event)) {
    if (!bytes_.empty()) {
      if (!Act(peer, event)) break;
    } else if (!event.begins) {
      AnswerHonestly(peer, event);
    }
  }
  shutdown(fd, SHUT_RDWR);
}

bool Http2Server::Act(Connection& peer, const ClientEvent& event) {
  const std::uint32_t stream = event.stream;
  for (int step = 0; step < kMaxSteps && !bytes_.empty(); ++step) {
    switch (bytes_.Next() % 8) {
      case 0:
        if (!event.begins) AnswerHonestly(peer, event);
        return true;
      case 1:
        return true;
      case 2:
        return bytes_.Next() % 4 != 0;
      case 3:
        begun_.insert(stream);
        peer.Send(Frame(FrameType::kHeaders, kEndHeaders, stream,
                        ResponseFields() + NextFields()));
        break;
      case 4:
        peer.Send(Frame(FrameType::kHeaders, kEndHeaders | kEndStream, stream,
                        NextFields()));
        break;
      case 5:
        peer.Send(bytes_.NextChunk());
        break;
      default:
        peer.Send(NextFrame(stream));
    }
  }
  return true;
}

// Some header fields, or bytes that are none.
std::string Http2Server::NextFields() {
  std::string fields;
  for (int left = bytes_.Next() % 4; left > 0; --left) {
    const std::uint8_t name = bytes_.Next();
    if (name % 16 == 15) return fields + bytes_.NextChunk();
    const std::uint8_t value = bytes_.Next();
    fields += Field(
        name % 16 < kNames.size() ? kNames[name % 16] : bytes_.NextChunk(),
        value % 20 < kValues.size() ? kValues[value % 20] : bytes_.NextChunk());
  }
  return fields;
}

std::string Http2Server::NextFrame(std::uint32_t stream) {
  const std::uint8_t flags = bytes_.Next();
  switch (bytes_.Next() % 12) {
    case 0:
      return Frame(FrameType::kData, flags, stream,
                   GrpcMessage(bytes_.NextChunk(), bytes_.Next() % 3));
    case 1:
      return Frame(FrameType::kData, flags, stream, bytes_.NextChunk());
    case 2:
      return Frame(FrameType::kData, 0, stream,
                   '\0' + BigEndian32(NextNumber(bytes_)));
    case 3: {
      const std::uint16_t number = bytes_.Next() % 8;
      return Frame(FrameType::kSettings, flags % 2, 0,
                   Setting(number, NextNumber(bytes_)));
    }
    case 4:
      return Frame(FrameType::kPing, flags, 0, "12345678");
    case 5:
      return Frame(FrameType::kGoAway, flags, 0,
                   BigEndian32(NextNumber(bytes_)) +
                       BigEndian32(NextNumber(bytes_)) + bytes_.NextChunk());
    case 6:
      return Frame(FrameType::kResetStream, flags, stream,
                   BigEndian32(bytes_.Next() % 16));
    case 7:
      return Frame(FrameType::kWindowUpdate, flags, flags % 2 * stream,
                   BigEndian32(NextNumber(bytes_)));
    case 8:
      return Frame(FrameType::kContinuation, flags, stream, NextFields());
    case 9:
      return Frame(FrameType::kHeaders, flags, stream, NextFields());
    case 10:
      return Frame(FrameType::kPushPromise, flags, stream,
                   BigEndian32(2) + NextFields());
    default:
      return Frame(static_cast<FrameType>(bytes_.Next()), flags,
                   NextNumber(bytes_), bytes_.NextChunk());
  }
}

void Http2Server::AnswerHonestly(Connection& peer, const ClientEvent& event) {
  if (begun_.insert(event.stream).second) {
    peer.Send(Frame(FrameType::kHeaders, kEndHeaders, event.stream,
                    ResponseFields()));
  }
  if (event.stream == 1) {  // Describe: the first call of each connection
    peer.SendData(1, GrpcMessage({}));
    peer.Send(Frame(FrameType::kHeaders, kEndHeaders | kEndStream, 1,
                    Field("grpc-status", "0")));
    return;
  }
  v1::PlayRequest request;
  if (!request.ParseFromString(event.message)) return;
  v1::PlayResponse response;
  for (const v1::Decision& decision : request.decisions()) {
    response.add_decision_ids(decision.decision_id());
    response.add_actions(
        static_cast<std::uint32_t>(std::countr_zero(decision.legal_actions())));
  }
  peer.SendData(event.stream, GrpcMessage(response.SerializeAsString()));
}

}  // namespace couillon::fuzz
