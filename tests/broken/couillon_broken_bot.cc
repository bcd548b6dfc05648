// couillon-broken-bot: a bot that breaks the contract in a chosen way, for
// tests of referees. docs/faults.md says how the referee responds.
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "bots/cpp/bot_server.h"
#include "bots/cpp/strategy.h"
#include "tests/broken/broken_server.h"
#include "tests/broken/chance_bot.h"
#include "tests/broken/escape_faults.h"
#include "tests/broken/fault_names.h"
#include "tests/broken/memory/counters.h"
#include "tests/broken/memory/memory_bot.h"
#include "tests/broken/process_faults.h"
#include "tests/broken/wire_faults.h"
#include "tools/options/command_line.h"

namespace {

using couillon::bots::broken::FaultName;

void ListFaults() {
  for (const auto names : {couillon::bots::broken::StartFaults(),
                           couillon::bots::broken::PlayFaults(),
                           couillon::bots::broken::MemoryFaults()}) {
    for (const FaultName& fault : names) {
      std::cout << fault.name << ": " << fault.what << '\n';
    }
  }
}

// Serves a bot that keeps to the protocol. Returns the exit code.
int ServeCorrectly(couillon::bots::Strategy& bot) {
  const absl::Status status = couillon::bots::ServeBot({.name = "broken"}, bot);
  if (status.ok()) return 0;
  std::cerr << "couillon-broken-bot: " << status.message() << '\n';
  return 1;
}

// Returns the exit code if the bot exits before it serves. Some faults never
// return.
std::optional<int> FailAtStart(const std::string& fault,
                               const std::string& address) {
  using std::chrono::seconds;
  const std::string socket = address.substr(address.find('/'));
  // The paths of a run are counted from 0.
  const bool is_first = address.ends_with("-0/bot");
  if (fault == "start-exits" || (fault == "start-exits-once" && is_first)) {
    std::cerr << "no \x1b[31mmodel\xff found\n";
    return 3;
  }
  if (fault == "start-never") couillon::bots::broken::SleepForEver();
  if (fault == "start-late") std::this_thread::sleep_for(seconds(30));
  if (fault == "start-not-grpc") couillon::bots::broken::ServeNonsense(socket);
  if (fault == "start-eats-memory") {
    couillon::bots::broken::MisuseProcess("eats-memory", socket);
  }
  if (fault == "serves-counters") {
    couillon::bots::broken::ServeCounters(socket);
  }
  if (fault == "steals-socket") couillon::bots::broken::StealSocket(socket);
  if (fault == "start-writes") {
    couillon::bots::broken::MisuseProcess("writes-stderr", socket);
    return 4;
  }
  if (couillon::bots::broken::IsWireFault(fault)) {
    couillon::bots::broken::ServeWireFault(fault, socket);
  }
  return std::nullopt;
}

int Run(int argc, char** argv) {
  couillon::tools::CommandLineParser parser(
      "couillon-broken-bot",
      "A bot that breaks the contract in a chosen way, to test referees");
  couillon::tools::CommandLine command = parser.root();
  std::string fault;
  bool after_trial = false;
  int window_us = 8'000;
  command.AddOption("--fault", fault, "The fault; list: print all faults")
      .Required();
  command.AddFlag("--after-trial", after_trial,
                  "No start fault in the trial before a league");
  command
      .AddOption("--window-us", window_us,
                 "Of tells-by-time-of-answer: microseconds per window of the "
                 "clock")
      .Range(1, 1'000'000);
  if (const auto exit_code = parser.Parse(argc, argv)) return *exit_code;
  if (fault == "list") {
    ListFaults();
    return 0;
  }
  if (!couillon::bots::broken::IsFault(fault)) {
    std::cerr << "couillon-broken-bot: --fault: found \"" << fault
              << "\"; expected a name of --fault list\n";
    return 2;
  }
  const char* listen = std::getenv("COUILLON_LISTEN");
  const std::string address = listen == nullptr ? "" : listen;
  if (!absl::StrContains(address, '/')) {
    std::cerr << "couillon-broken-bot: COUILLON_LISTEN is \"" << address
              << "\"; expected unix:/path\n";
    return 1;
  }
  const bool on_trial = absl::StrContains(address, "/w1000-");
  if (couillon::bots::broken::IsStartFault(fault) && after_trial && on_trial) {
    fault = "none";
  }
  if (const auto exit_code = FailAtStart(fault, address)) return *exit_code;
  if (fault == "by-chance") {
    return ServeCorrectly(*couillon::bots::broken::MakeChanceBot());
  }
  const auto memory_bot = couillon::bots::broken::MakeMemoryBot(
      fault,
      {.socket = address.substr(address.find('/')), .window_us = window_us});
  if (memory_bot != nullptr) return ServeCorrectly(*memory_bot);
  couillon::bots::broken::ServeBroken(fault, address);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {  // of a library: ours throw none
    std::cerr << "couillon-broken-bot: " << error.what() << '\n';
    return 1;
  }
}
