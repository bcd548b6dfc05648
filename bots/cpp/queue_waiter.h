// Operations on a gRPC completion queue whose end calls a member function.
#pragma once

namespace couillon::bots {

// Is called when an operation on the completion queue ends; its tag.
class Waiter {
 public:
  Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  virtual ~Waiter() = default;
  virtual void Done(bool ok) = 0;
};

// Calls a member function of its owner when the operation ends.
template <typename Owner>
class MemberWaiter final : public Waiter {
 public:
  using Handler = void (Owner::*)(bool);
  MemberWaiter(Owner& owner, Handler handler)
      : owner_(owner), handler_(handler) {}
  void Done(bool ok) override { (owner_.*handler_)(ok); }

 private:
  Owner& owner_;
  Handler handler_;
};

}  // namespace couillon::bots
