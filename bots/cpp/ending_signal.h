// SIGTERM and SIGINT, with which a serving bot is ended.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace couillon::bots {

// For main: make it before other threads start, which then do not receive the
// two signals.
class EndingSignal {
 public:
  EndingSignal();
  // Stops waiting.
  ~EndingSignal();
  EndingSignal(const EndingSignal&) = delete;
  EndingSignal& operator=(const EndingSignal&) = delete;

  // From now on the first of the signals calls `stop`, in another thread.
  // Requires: called at most once; `stop` can be called until Forget or the end
  // of this object.
  void Await(std::function<void()> stop);
  // `stop` is not called from now on.
  void Forget();

 private:
  std::atomic<bool> over_ = false;  // no signal is awaited any longer
  std::thread waiting_;
};

}  // namespace couillon::bots
