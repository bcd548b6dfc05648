#include "tools/program/stop_flag.h"

#include <csignal>

namespace couillon::tools {
namespace {

std::atomic<bool> g_stop = false;

void OnSignal(int signal_number) {
  g_stop = true;
  std::signal(signal_number, SIG_DFL);
}

}  // namespace

void CatchSignals() {
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
}

std::atomic<bool>& StopFlag() { return g_stop; }

}  // namespace couillon::tools
