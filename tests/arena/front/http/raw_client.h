// A client that sends and reads what a test wants, and nothing by itself.
#pragma once

#include <string>

namespace couillon::testing_support {

class RawClient {
 public:
  // Connects to 127.0.0.1 from the address `from`. `receive_buffer`: bytes;
  // 0: as usual.
  explicit RawClient(int port, const std::string& from = "127.0.0.1",
                     int receive_buffer = 0);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // Waits until the server has taken it; false if the connection has ended.
  [[nodiscard]] bool Send(const std::string& text) const;
  // Reads a little of what has arrived, without waiting.
  void ReadLittle() const;
  // Whether the server has not closed the connection.
  [[nodiscard]] bool IsOpen() const;
  // The port of the client.
  [[nodiscard]] int port() const;
  // Reads until the server closes the connection.
  [[nodiscard]] std::string ReadAll() const;

 private:
  int socket_;
};

}  // namespace couillon::testing_support
