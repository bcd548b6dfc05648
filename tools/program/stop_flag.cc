#include "tools/program/stop_flag.h"

#include <cstddef>

namespace couillon::tools {
namespace {

std::atomic<bool> g_stop = false;

void OnSignal(int signal_number) {
  g_stop = true;
  signal(signal_number, SIG_DFL);
}

}  // namespace

CaughtSignals::CaughtSignals() {
  struct sigaction caught{};
  caught.sa_handler = OnSignal;
  caught.sa_flags = SA_RESTART;
  sigemptyset(&caught.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &caught, &before_[i]);
  }
}

CaughtSignals::~CaughtSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction now{};
    sigaction(kSignals[i], nullptr, &now);
    // A signal that has arrived keeps its default.
    if (now.sa_handler == OnSignal) {
      sigaction(kSignals[i], &before_[i], nullptr);
    }
  }
}

std::atomic<bool>& StopFlag() { return g_stop; }

}  // namespace couillon::tools
