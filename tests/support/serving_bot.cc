#include "tests/support/serving_bot.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "engine/cards/check.h"

namespace couillon::testing_support {
namespace {

constexpr char kServing[] = "serving at ";

std::string MakePipe(std::string path) {
  COUILLON_CHECK(mkfifo(path.c_str(), 0600) == 0);
  return path;
}

}  // namespace

Certificate MakeCertificate(const TemporaryFolder& folder,
                            const std::string& name) {
  Certificate made{.certificate = folder.path(name + ".pem"),
                   .key = folder.path(name + ".key")};
  const ProgramResult openssl =
      RunProgram({"/usr/bin/openssl", "req", "-x509", "-newkey", "ec",
                  "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                  "2", "-subj", "/CN=" + name, "-addext",
                  "subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:bots.example",
                  "-keyout", made.key, "-out", made.certificate});
  COUILLON_CHECK(openssl.exit_code == 0);
  return made;
}

Certificate SignCertificate(const TemporaryFolder& folder,
                            const std::string& name,
                            const CertificateText& text,
                            const Certificate& issuer) {
  Certificate made{.certificate = folder.path(name + ".pem"),
                   .key = folder.path(name + ".key")};
  const std::string request = folder.path(name + ".csr");
  const std::string ledger = folder.path(name + ".db");
  const std::string config = folder.path(name + ".cnf");
  std::filesystem::create_directory(ledger);
  WriteFile(ledger + "/index.txt", "");
  WriteFile(config, "[ca]\ndefault_ca = own\n[own]\ndatabase = " + ledger +
                        "/index.txt\nnew_certs_dir = " + ledger +
                        "\nserial = " + ledger +
                        "/serial\nrand_serial = yes\ndefault_md = sha256\n"
                        "policy = any\ncopy_extensions = copy\n"
                        "[any]\ncommonName = supplied\n");
  const ProgramResult asked =
      RunProgram({"/usr/bin/openssl", "req", "-new", "-newkey", "ec",
                  "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                  "/CN=" + name, "-addext", "subjectAltName=" + text.names,
                  "-keyout", made.key, "-out", request});
  COUILLON_CHECK(asked.exit_code == 0);
  const ProgramResult signing =
      RunProgram({"/usr/bin/openssl", "ca", "-batch", "-notext", "-config",
                  config, "-in", request, "-cert", issuer.certificate,
                  "-keyfile", issuer.key, "-startdate", text.begin, "-enddate",
                  text.end, "-out", made.certificate});
  COUILLON_CHECK(signing.exit_code == 0);
  return made;
}

ServingBot::ServingBot(const std::vector<std::string>& command)
    : pipe_(MakePipe(folder_.path("out"))), program_(command, pipe_) {
  std::ifstream out(pipe_);  // opens when the program opens its end
  std::string line;
  std::getline(out, line);
  COUILLON_CHECK(line.starts_with(kServing));
  address_ = line.substr(sizeof(kServing) - 1);
}

}  // namespace couillon::testing_support
