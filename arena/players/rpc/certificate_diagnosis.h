// Finds out why the certificate of a remote bot is not accepted: gRPC 1.51 does
// not report the reason.
#pragma once

#include <chrono>
#include <string>

namespace couillon::arena {

struct CertificateQuestion {
  std::string place;  // HOST:PORT
  std::string name;   // that the certificate must hold
  std::string roots;  // in PEM; empty: those that the system trusts
};

// Repeats the handshake and checks the certificate: "its certificate expired on
// Jan  1 00:00:00 2021 GMT", is not valid yet, is for other names, or is not
// signed by the CA. Empty if the certificate is valid, or if the connection
// fails for another reason. Waits at most `limit` for the bot.
std::string DiagnoseCertificate(const CertificateQuestion& question,
                                std::chrono::milliseconds limit);

}  // namespace couillon::arena
