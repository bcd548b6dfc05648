// Bots that run by themselves, and the certificates that they show.
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon::testing_support {

// A certificate of its own making, for localhost, 127.0.0.1 and bots.example.
struct Certificate {
  std::string certificate;  // file
  std::string key;          // file
};

// Makes the files of a certificate in `folder`, with openssl.
Certificate MakeCertificate(const TemporaryFolder& folder,
                            const std::string& name);

// What a CA writes into a certificate.
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

// A program that prints "serving at ADDRESS" once it can be called.
class ServingBot {
 public:
  // Returns once it can be called.
  explicit ServingBot(const std::vector<std::string>& command);

  // "127.0.0.1:4711", or what it was told to serve at.
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
