// A clock that only a test advances.
#pragma once

#include "arena/table/referee/clock.h"

namespace couillon::testing_support {

class ManualClock : public arena::Clock {
 public:
  explicit ManualClock(time_point now = time_point()) : now_(now) {}
  [[nodiscard]] time_point Now() const override { return now_; }
  void Advance(duration passed) { now_ += passed; }

 private:
  time_point now_;
};

}  // namespace couillon::testing_support
