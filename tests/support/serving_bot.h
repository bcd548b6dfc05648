// Bots that the referee does not start, and their certificates.
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon::testing_support {

// A self-signed certificate for localhost, 127.0.0.1 and bots.example.
struct Certificate {
  std::string certificate;  // file
  std::string key;          // file
};

// Makes the files of a certificate in `folder`, with openssl.
Certificate MakeCertificate(const TemporaryFolder& folder,
                            const std::string& name);

// The fields of a certificate that the CA signs.
struct CertificateText {
  std::string begin;  // of its validity, as YYYYMMDDHHMMSSZ
  std::string end;
  std::string names;  // "DNS:localhost,IP:127.0.0.1"
};

// Makes the files of a certificate that `issuer` has signed.
Certificate SignCertificate(const TemporaryFolder& folder,
                            const std::string& name,
                            const CertificateText& text,
                            const Certificate& issuer);

// A program that prints "serving at ADDRESS" once clients can connect.
class ServingBot {
 public:
  // Returns once clients can connect.
  explicit ServingBot(const std::vector<std::string>& command);

  // The address that it printed, such as "127.0.0.1:4711".
  [[nodiscard]] const std::string& address() const { return address_; }
  void Signal(int number) const { program_.Signal(number); }
  int Wait() { return program_.Wait(); }

 private:
  TemporaryFolder folder_;
  std::string pipe_;
  RunningProgram program_;
  std::string address_;
};

}  // namespace couillon::testing_support
