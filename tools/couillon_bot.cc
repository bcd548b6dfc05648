// couillon-bot: serves one of the bundled bots over gRPC.
#include <absl/status/status.h>

#include <CLI/App.hpp>
#include <CLI/CLI.hpp>  // IWYU pragma: keep - has what App links to
#include <CLI/Validators.hpp>
#include <exception>
#include <iostream>
#include <memory>
#include <string>

#include "bots/cpp/bot_server.h"
#include "bots/cpp/strategy.h"

namespace {

int Run(int argc, char** argv) {
  CLI::App app("Serves a bundled bot at the address in COUILLON_LISTEN");
  app.name("couillon-bot");
  std::string name;
  app.add_option("--name", name, "Which bot")
      ->required()
      ->check(CLI::IsMember(couillon::bots::StrategyNames()));
  couillon::bots::BotInfo info;
  app.add_option("--batch", info.largest_batch,
                 "Most decisions in a message (0: any number)");
  app.add_option("--in-flight", info.most_in_flight,
                 "Most unanswered messages (0: any number)");
  CLI11_PARSE(app, argc, argv);
  const std::unique_ptr<couillon::bots::Strategy> strategy =
      couillon::bots::MakeStrategy(name);
  info.name = name;
  info.author = "couillon";
  const absl::Status status = couillon::bots::ServeBot(info, *strategy);
  if (status.ok()) return 0;
  std::cerr << "couillon-bot: " << status.message() << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {  // of a library: ours throw none
    std::cerr << "couillon-bot: " << error.what() << '\n';
    return 1;
  }
}
