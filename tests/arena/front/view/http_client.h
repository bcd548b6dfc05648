// A client for one HTTP request that a test writes out itself.
#pragma once

#include <string>

namespace couillon::testing_support {

// A connection to 127.0.0.1; the destructor closes it.
class HttpConnection {
 public:
  // Connects and sends the request as it is.
  HttpConnection(int port, const std::string& request);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  // Reads until the server closes the connection; all that was received.
  const std::string& ReadAll();
  // Reads the first line of the answer: its status, such as 200; 0 if the
  // connection ends first.
  int Status();
  // Reads until `part` has been received; false if the connection ends first.
  bool ReadUntil(const std::string& part);
  [[nodiscard]] const std::string& received() const { return received_; }

 private:
  bool ReadMore();

  int socket_;
  std::string received_;
};

// The port of an address such as http://127.0.0.1:8080/token/, and its path.
int PortOf(const std::string& address);
std::string PathOf(const std::string& address);

// A GET for the path. `host` is the Host header; `more` are lines of headers,
// each with its line end.
std::string GetRequest(const std::string& path, const std::string& host,
                       const std::string& more = "");

}  // namespace couillon::testing_support
