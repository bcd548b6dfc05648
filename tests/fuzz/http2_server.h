// A server whose frames follow from a string of bytes. When they are used up it
// is an honest bot, so that every run ends.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "tests/broken/raw_http2.h"
#include "tests/fuzz/hostile_link.h"

namespace couillon::fuzz {

class Http2Server {
 public:
  // Serves at the unix socket `path`, in a thread of its own.
  Http2Server(const std::string& path, Bytes bytes);
  // Closes what is open.
  ~Http2Server();
  Http2Server(const Http2Server&) = delete;
  Http2Server& operator=(const Http2Server&) = delete;

 private:
  using Connection = bots::broken::RawConnection;

  void Run();
  void Serve(int fd);
  // Does what the next bytes say, until they say to wait for the client. False
  // if they say to close the connection.
  bool Act(Connection& peer, const bots::broken::ClientEvent& event);
  void AnswerHonestly(Connection& peer, const bots::broken::ClientEvent& event);
  std::string NextFields();
  std::string NextFrame(std::uint32_t stream);

  Bytes bytes_;
  int listener_;
  std::mutex mutex_;     // guards the next two
  int connection_ = -1;  // that is being served
  bool stopped_ = false;
  std::set<std::uint32_t> begun_;  // streams that have their headers
  std::thread thread_;
};

}  // namespace couillon::fuzz
