// Blocks the signals in all threads and waits for them with sigwait.

#include "bots/cpp/ending_signal.h"

#include <signal.h>

#include <utility>

namespace couillon::bots {
namespace {

// NOLINTNEXTLINE(misc-include-cleaner): POSIX has it in <signal.h>
using SignalSet = sigset_t;

SignalSet EndingSignals() {
  SignalSet signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

}  // namespace

EndingSignal::EndingSignal() {
  const SignalSet signals = EndingSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

EndingSignal::~EndingSignal() { Forget(); }

void EndingSignal::Forget() {
  if (!waiting_.joinable()) return;
  over_ = true;
  // Wakes it, if it waits: it takes the signal with sigwait, and goes on.
  // NOLINTNEXTLINE(bugprone-bad-signal-to-kill-thread)
  pthread_kill(waiting_.native_handle(), SIGTERM);
  waiting_.join();
}

void EndingSignal::Await(std::function<void()> stop) {
  waiting_ = std::thread([this, stop = std::move(stop)] {
    const SignalSet signals = EndingSignals();
    int signal = 0;
    sigwait(&signals, &signal);
    if (!over_) stop();
  });
}

}  // namespace couillon::bots
