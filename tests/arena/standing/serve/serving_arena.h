// `couillon arena serve` as a program in the background, and a client of its
// ArenaService.
#pragma once

#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "couillon/v1/arena_service.grpc.pb.h"
#include "couillon/v1/arena_service.pb.h"
#include "tests/support/program.h"

namespace couillon::tests {

// A program whose first line of output is awaited; the others may be read.
class TalkativeProgram {
 public:
  // Returns when the program has printed a line, or has ended without one.
  explicit TalkativeProgram(const std::vector<std::string>& command);

  [[nodiscard]] const std::string& first_line() const { return first_line_; }
  [[nodiscard]] pid_t pid() const { return program_->pid(); }
  void Signal(int number) const { program_->Signal(number); }
  int Wait() { return program_->Wait(); }

 private:
  testing_support::TemporaryFolder folder_;
  std::unique_ptr<testing_support::RunningProgram> program_;
  std::ifstream out_;  // stays open, so that the program can write on
  std::string first_line_;
};

// A client of the service at `address`, with a token.
class ArenaClient {
 public:
  // `roots`: certificates in PEM; empty: no TLS.
  ArenaClient(const std::string& address, std::string token,
              const std::string& roots = "");

  // A context with the token, and a deadline that only guards against hanging.
  [[nodiscard]] std::unique_ptr<grpc::ClientContext> Context() const;
  grpc::Status Submit(const std::string& name, const std::string& version,
                      v1::SubmitResponse& response) const;
  // The standings; null while no round was planned.
  [[nodiscard]] std::optional<nlohmann::json> Standings() const;
  // Watches until `wanted` holds; returns the message for which it does.
  v1::WatchResponse WatchUntil(
      const std::function<bool(const v1::WatchResponse&)>& wanted) const;
  // Waits until `pairings` of every ruleset have `pairs` pairs each.
  void AwaitPairs(int pairings, int pairs) const;

  [[nodiscard]] v1::ArenaService::Stub& stub() const { return *stub_; }

 private:
  std::string token_;
  std::unique_ptr<v1::ArenaService::Stub> stub_;
};

// Whether the entrant is there.
bool IsPresent(const v1::WatchResponse& seen, const std::string& label);

}  // namespace couillon::tests
