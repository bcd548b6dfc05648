// couillon view: the page of a league or an arena, live, in a browser.
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/front/http/listen.h"
#include "arena/front/page/page_source.h"
#include "arena/front/view/view_server.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/shared/command.h"
#include "tools/commands/shared/report_output.h"
#include "tools/options/command_line.h"
#include "tools/options/scale_option.h"
#include "tools/program/duration.h"
#include "tools/program/stop_flag.h"
#include "tools/program/time_now.h"

namespace couillon::tools {
namespace {

struct ViewCommandOptions {
  std::string directory;
  std::string listen;
  std::string scale;
  std::string duration;  // empty: until a signal
};

absl::StatusOr<arena::ViewOptions> ReadOptions(
    const ViewCommandOptions& options) {
  ASSIGN_OR_RETURN(std::string page, arena::PageWithoutData());
  arena::ViewOptions view{.feed = {.directory = options.directory,
                                   .page = {.scale = ReadScale(options.scale),
                                            .program = ThisProgram()},
                                   .now = SecondsSince1970},
                          .page = std::move(page)};
  if (options.listen.empty()) return view;
  RETURN_IF_ERROR(arena::ReadListen(options.listen, view.listen));
  return view;
}

// Waits until a caught signal has arrived, or until the time has passed.
void WaitForSignal(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds kLook(20);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = time == std::chrono::milliseconds::max()
                                    ? Clock::time_point::max()
                                    : Clock::now() + time;
  while (!StopFlag() && Clock::now() < end) std::this_thread::sleep_for(kLook);
}

absl::Status View(const ViewCommandOptions& options) {
  ASSIGN_OR_RETURN(arena::ViewOptions view, ReadOptions(options));
  ASSIGN_OR_RETURN(const std::chrono::milliseconds time,
                   options.duration.empty()
                       ? std::chrono::milliseconds::max()
                       : ReadDuration("--for", options.duration));
  ASSIGN_OR_RETURN(const std::unique_ptr<arena::ViewServer> server,
                   arena::ViewServer::Start(std::move(view)));
  const CaughtSignals caught;
  std::cout << server->address() << "\nCtrl-C ends it." << std::endl;
  WaitForSignal(time);
  return absl::OkStatus();
}

}  // namespace

void AddViewCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "view", "Show a league or an arena in the browser, while it is played");
  command.SetGroup("Read results");
  command.SetExamples("couillon view results --for 1s",
                      "couillon view results --listen 127.0.0.1:0 --for 1s");
  auto options = std::make_shared<ViewCommandOptions>();
  command
      .AddOption("directory", options->directory,
                 "Directory of the league or arena")
      .Required();
  command.AddOption("--listen", options->listen,
                    "HOST, HOST:PORT or PORT (default: 127.0.0.1 and a port "
                    "that is free). Whoever has the printed address can read "
                    "the page, without encryption");
  command.AddOption("--for", options->duration,
                    "End after this time: a number and s, m or h (default: "
                    "with Ctrl-C)");
  AddScaleOption(command, options->scale);
  command.OnChosen([options] { return ExitWith(View(*options)); });
}

}  // namespace couillon::tools
