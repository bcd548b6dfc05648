// Why the certificate of a remote bot is not accepted. gRPC 1.51 reports only
// that it is not.
#pragma once

#include <chrono>
#include <string>

namespace couillon::arena {

struct CertificateQuestion {
  std::string place;  // HOST:PORT
  std::string name;   // that the certificate must hold
  std::string roots;  // in PEM; empty: those that the system trusts
};

// Shakes hands once more and looks at the certificate: "its certificate expired
// on Jan  1 00:00:00 2021 GMT", is not valid yet, is for other names, or is not
// signed by the CA. Empty if nothing is wrong with it, or if the connection
// fails for another reason. Waits for the bot for `limit` at most.
std::string DiagnoseCertificate(const CertificateQuestion& question,
                                std::chrono::milliseconds limit);

}  // namespace couillon::arena
