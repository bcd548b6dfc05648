#include "arena/players/rpc/certificate_diagnosis.h"

#include <arpa/inet.h>
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <poll.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/printable.h"

namespace couillon::arena {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kMostNames = 5;  // shown of one certificate
constexpr std::size_t kMostNameBytes = 100;

template <auto kFree>
struct Freer {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using BioPtr = std::unique_ptr<BIO, Freer<BIO_free_all>>;
using CertificatePtr = std::unique_ptr<X509, Freer<X509_free>>;
using ContextPtr = std::unique_ptr<SSL_CTX, Freer<SSL_CTX_free>>;
using NamesPtr = std::unique_ptr<GENERAL_NAMES, Freer<GENERAL_NAMES_free>>;

std::string TimeText(const ASN1_TIME* time) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  if (out == nullptr || ASN1_TIME_print(out.get(), time) != 1) return "?";
  char* text = nullptr;
  const auto size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

// The DNS names that the certificate is for.
std::string NamesOf(X509* certificate) {
  const NamesPtr names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::vector<std::string> texts;
  const int count = names == nullptr ? 0 : sk_GENERAL_NAME_num(names.get());
  for (int i = 0; i < count && texts.size() < kMostNames; ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS) continue;
    const ASN1_IA5STRING* dns = name->d.dNSName;
    const std::string text(
        reinterpret_cast<const char*>(ASN1_STRING_get0_data(dns)),
        static_cast<std::size_t>(ASN1_STRING_length(dns)));
    texts.push_back(Printable(text, kMostNameBytes));
  }
  return texts.empty() ? "no DNS name" : absl::StrJoin(texts, ", ");
}

bool IsAddress(const std::string& name) {
  in6_addr bytes{};
  return inet_pton(AF_INET, name.c_str(), &bytes) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &bytes) == 1;
}

bool IsFor(X509* certificate, const std::string& name) {
  if (IsAddress(name)) {
    return X509_check_ip_asc(certificate, name.c_str(), 0) == 1;
  }
  return X509_check_host(certificate, name.data(), name.size(), 0, nullptr) ==
         1;
}

// The result of the first check that failed.
struct Findings {
  std::string problem;
};

std::string ProblemWith(int error, int depth, X509* certificate) {
  const char* const whose =
      depth == 0 ? "its certificate" : "the certificate of its issuer";
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return absl::StrFormat("%s expired on %s", whose,
                             TimeText(X509_get0_notAfter(certificate)));
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return absl::StrFormat("%s is not valid before %s", whose,
                             TimeText(X509_get0_notBefore(certificate)));
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return "its certificate is self-signed and not trusted";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "the issuer of its certificate is not trusted";
    default:
      return absl::StrFormat("%s is not accepted (%s)", whose,
                             X509_verify_cert_error_string(error));
  }
}

// Keeps the first problem and continues, so that the handshake completes.
int TakeResult(int ok, X509_STORE_CTX* chain) {
  auto* const ssl = static_cast<SSL*>(
      X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto& findings = *static_cast<Findings*>(SSL_get_app_data(ssl));
  if (ok == 0 && findings.problem.empty()) {
    findings.problem = ProblemWith(X509_STORE_CTX_get_error(chain),
                                   X509_STORE_CTX_get_error_depth(chain),
                                   X509_STORE_CTX_get_current_cert(chain));
  }
  return 1;
}

// Adds the roots that gRPC would use.
void AddRoots(const std::string& roots, SSL_CTX* context) {
  if (roots.empty()) {
    const char* file = std::getenv("GRPC_DEFAULT_SSL_ROOTS_FILE_PATH");
    if (file == nullptr || SSL_CTX_load_verify_file(context, file) != 1) {
      SSL_CTX_set_default_verify_paths(context);
    }
    return;
  }
  const BioPtr in(
      BIO_new_mem_buf(roots.data(), static_cast<int>(roots.size())));
  for (;;) {
    const CertificatePtr root(
        PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr));
    if (root == nullptr) return;
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), root.get());
  }
}

// Connects and performs the handshake. False if that fails or is not complete
// by `until`.
bool ShakeHands(BIO* bio, SteadyClock::time_point until) {
  while (BIO_do_handshake(bio) <= 0) {
    if (BIO_should_retry(bio) == 0) return false;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - SteadyClock::now());
    if (left.count() <= 0) return false;
    pollfd ready = {.fd = -1, .events = POLLIN, .revents = 0};
    if (BIO_get_fd(bio, &ready.fd) < 0) return false;
    if (BIO_should_read(bio) == 0) ready.events = POLLOUT;
    poll(&ready, 1, static_cast<int>(left.count()));
  }
  return true;
}

}  // namespace

std::string DiagnoseCertificate(const CertificateQuestion& question,
                                std::chrono::milliseconds limit) {
  const SteadyClock::time_point until = SteadyClock::now() + limit;
  const ContextPtr context(SSL_CTX_new(TLS_client_method()));
  if (context == nullptr) return {};
  AddRoots(question.roots, context.get());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, TakeResult);
  const BioPtr bio(BIO_new_ssl_connect(context.get()));
  SSL* ssl = nullptr;
  if (bio == nullptr || BIO_get_ssl(bio.get(), &ssl) != 1) return {};
  Findings findings;
  SSL_set_app_data(ssl, &findings);
  if (!IsAddress(question.name)) {
    SSL_set_tlsext_host_name(ssl, question.name.c_str());
  }
  static constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  SSL_set_alpn_protos(ssl, kHttp2, sizeof(kHttp2));
  BIO_set_conn_hostname(bio.get(), question.place.c_str());
  BIO_set_nbio(bio.get(), 1);
  const bool done = ShakeHands(bio.get(), until);
  if (!findings.problem.empty() || !done) return findings.problem;
  X509* const certificate = SSL_get0_peer_certificate(ssl);
  if (certificate == nullptr || IsFor(certificate, question.name)) return {};
  return absl::StrFormat("its certificate is for another host (%s), not for %s",
                         NamesOf(certificate), question.name);
}

}  // namespace couillon::arena
