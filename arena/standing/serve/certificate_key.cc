#include "arena/standing/serve/certificate_key.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

namespace couillon::arena {
namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

Bio BioOf(const std::string& text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())),
          &BIO_free};
}

// A key with a passphrase is refused: nobody is there to type it.
int NoPassphrase(char* /*to*/, int /*size*/, int /*writes*/, void* /*data*/) {
  return -1;
}

}  // namespace

absl::Status CheckCertificateKey(const std::string& certificate,
                                 const std::string& private_key) {
  const Certificate first(PEM_read_bio_X509(BioOf(certificate).get(), nullptr,
                                            &NoPassphrase, nullptr),
                          &X509_free);
  const Key key(PEM_read_bio_PrivateKey(BioOf(private_key).get(), nullptr,
                                        &NoPassphrase, nullptr),
                &EVP_PKEY_free);
  absl::Status status;
  if (first == nullptr) {
    status = absl::InvalidArgumentError("the certificate cannot be read");
  } else if (key == nullptr) {
    status = absl::InvalidArgumentError("the key cannot be read");
  } else if (X509_check_private_key(first.get(), key.get()) != 1) {
    status = absl::InvalidArgumentError(
        "the certificate and the key do not belong together");
  }
  ERR_clear_error();
  return status;
}

}  // namespace couillon::arena
