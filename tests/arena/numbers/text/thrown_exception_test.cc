// The exception and its place in the stderr output of bots in all languages.
// The texts are what the programs of 2026 print, with shorter paths.
#include "arena/numbers/text/thrown_exception.h"

#include <gtest/gtest.h>

#include <ostream>

namespace couillon::arena {
namespace {

struct OutputCase {
  const char* name;
  const char* stderr_tail;
  const char* what;
  const char* place;
};

void PrintTo(const OutputCase& one, std::ostream* out) { *out << one.name; }

constexpr OutputCase kCases[] = {
    {"Python", R"(Traceback (most recent call last):
  File "/b/bot.py", line 12, in <module>
    couillon_bot.serve(decide, name="thrower", version="1")
  File "/s/bots/python/couillon_bot/serving.py", line 129, in _answer
    actions = list(
              ^^^^^
  File "/b/bot.py", line 9, in decide
    return pick(obs)
  File "/b/bot.py", line 5, in pick
    return cards["SA"]
           ~~~~~^^^^^^
KeyError: 'SA'
)",
     "KeyError: 'SA'", "/b/bot.py:5"},
    {"PythonInALibrary", R"(  File "/b/bot.py", line 9, in decide
    return json.loads("{")
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
json.decoder.JSONDecodeError: Expecting value: line 1 column 2 (char 1)
and a line of the bot's own)",
     "json.decoder.JSONDecodeError: Expecting value: line 1 column 2 (char 1)",
     "/b/bot.py:9"},
    {"PythonAfterAnother", R"(Traceback (most recent call last):
  File "/b/bot.py", line 3, in f
    1 / 0
ZeroDivisionError: division by zero

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/b/bot.py", line 5, in f
    raise ValueError("no")
ValueError: no
)",
     "ValueError: no", "/b/bot.py:5"},
    {"Node", R"(file:///b/bot.mjs:1
function pick(cards) { return cards.first.value; }
                                          ^

TypeError: Cannot read properties of undefined (reading 'value')
    at pick (file:///b/bot.mjs:1:43)
    at decideAll (file:///b/node_modules/couillon-bot/dist/serve.js:40:20)
    at process.processTimers (node:internal/timers:519:7)

Node.js v20.20.2
)",
     "TypeError: Cannot read properties of undefined (reading 'value')",
     "/b/bot.mjs:1"},
    {"NodeInALibrary", R"(RangeError: no card left
    at node:internal/util:7:11
    at async file:///b/bot.mjs:2:7
)",
     "RangeError: no card left", "/b/bot.mjs:2"},
    {"Go", R"(panic: runtime error: index out of range [5] with length 0

goroutine 20 [running]:
panic({0x7f?, 0x8?})
	/usr/local/go/src/runtime/panic.go:884 +0x212
main.pick(...)
	/b/main.go:5
main.main.func1()
	/b/main.go:7 +0xa
created by main.main in goroutine 1
	/b/main.go:9 +0x5f
exit status 2
)",
     "panic: runtime error: index out of range [5] with length 0",
     "/b/main.go:5"},
    {"GoRecoveredByTheSdk", R"(mine: panic: assignment to entry in nil map
goroutine 33 [running]:
runtime/debug.Stack()
	/usr/local/go/src/runtime/debug/stack.go:26 +0x5e
couillon/bots/bot.(*player).answer.func1()
	/s/bots/go/bot/play.go:108 +0x5d
panic({0x9a8f20?, 0xf5b8d0?})
	/usr/local/go/src/runtime/panic.go:860 +0x13a
main.decide(0x83af8b6aa50)
	/b/main.go:10 +0x7d
couillon/bots/bot.(*player).decideAll(0x83af8aac620)
	/s/bots/go/bot/play.go:133 +0x1c4
)",
     "panic: assignment to entry in nil map", "/b/main.go:10"},
    {"GoWithTheSdkInTheBotsFolder", R"(mine: panic: runtime error: no card
goroutine 33 [running]:
panic({0x9a8f20?, 0xf5b8d0?})
	/usr/local/go/src/runtime/panic.go:860 +0x13a
couillon/bots/bot.(*player).answer.func1()
	/b/mine/sdk/bot/play.go:112 +0x1c4
main.helper(...)
	/b/mine/main.go:16
)",
     "panic: runtime error: no card", "/b/mine/main.go:16"},
    {"NodeWithoutACallOfTheBot", R"(TypeError: the bot has to return a card
    at decideAll (file:///b/node_modules/couillon-bot/dist/src/play.js:50:20)
    at process.processTimers (node:internal/timers:519:7)
)",
     "TypeError: the bot has to return a card", ""},
    {"Rust", R"(
thread 'main' (5675) panicked at src/main.rs:1:43:
index out of bounds: the len is 1 but the index is 4
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
)",
     "panic: index out of bounds: the len is 1 but the index is 4",
     "src/main.rs:1"},
    {"RustOfOldInALibrary",
     R"(thread 'main' panicked at 'no card', /rustc/5980/library/core/option.rs:22:5
stack backtrace:
   1: core::panicking::panic_fmt
             at /rustc/5980/library/core/src/panicking.rs:80:14
   5: main::decide
             at ./src/main.rs:10:5
)",
     "panic: 'no card'", "./src/main.rs:10"},
    {"Java",
     R"(Exception in thread "main" java.lang.IllegalStateException: no card
	at mybot.Main.main(Main.java:5)
Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds
	at java.base/java.util.Objects.check(Objects.java:77)
	at mybot.Main.pick(Main.java:3)
	at couillon.bot.PlayStream.answer(PlayStream.java:50)
	... 1 more
)",
     "java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds",
     "Main.java:3"},
    {"CppTerminate",
     R"(terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 9) >= this->size()
)",
     "std::out_of_range: vector::_M_range_check: __n (which is 9) >= "
     "this->size()",
     ""},
    {"CppAssert",
     R"(c: b/bot.cc:6: int main(int, char**): Assertion `v.empty()' failed.
)",
     "Assertion `v.empty()' failed.", "b/bot.cc:6"},
    {"CppAddressSanitizer",
     R"(==5694==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60
READ of size 4 at 0x60200000001c thread T0
    #0 0x5641313f23f5 in operator new(unsigned long) ../../src/libsanitizer/asan/new.cpp:95
    #1 0x5641313f256d in raw(int*, int) /b/bot.cc:5:12
    #2 0x7f2ff0a45249 in main /b/bot.cc:9
)",
     "AddressSanitizer: heap-buffer-overflow", "/b/bot.cc:5"},
    {"CppEndOfASanitizersReport",
     R"(SUMMARY: AddressSanitizer: heap-buffer-overflow /b/bot.cc:5 in raw(int*, int)
Shadow bytes around the buggy address:
  0x0c047fff7fb0: 00 00 00 00
)",
     "AddressSanitizer: heap-buffer-overflow", "/b/bot.cc:5"},
    {"CppUndefinedBehaviour",
     "b/bot.cc:6:178: runtime error: signed integer overflow: 2147483647 + 4 "
     "cannot be represented in type 'int'\n",
     "runtime error: signed integer overflow: 2147483647 + 4 cannot be "
     "represented in type 'int'",
     "b/bot.cc:6"},
};

class ThrownExceptionTest : public ::testing::TestWithParam<OutputCase> {};

TEST_P(ThrownExceptionTest, IsFoundWithItsPlaceInTheBotsCode) {
  const std::optional<ThrownException> found =
      FindException(GetParam().stderr_tail);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->what, GetParam().what);
  EXPECT_EQ(found->place, GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(Languages, ThrownExceptionTest,
                         ::testing::ValuesIn(kCases),
                         [](const auto& one) { return one.param.name; });

TEST(FindExceptionTest, OrdinaryOutputHasNone) {
  for (const char* text :
       {"", "ready\nplayed 12 deals\n",
        "at the table\n  at 12:30:45 all is well\n", "played 12:3\nat\n",
        "File \"x\"\n", "#0 0x1 in f x.cc:3\n", "\t\n", "  File \"x\", line \n",
        ": Assertion ", "at (:1:1)\n", "SUMMARY: "}) {
    EXPECT_FALSE(FindException(text).has_value()) << text;
  }
}

std::string KeyOf(const std::string& what, const std::string& place) {
  return ThrownException{.what = what, .place = place}.CauseKey();
}

TEST(CauseKeyTest, TheSameKindAtTheSamePlaceIsTheSame) {
  const std::string ace = KeyOf("KeyError: 'SA'", "b.py:5");
  EXPECT_EQ(KeyOf("KeyError: 'SK'", "b.py:5"), ace);
  EXPECT_NE(KeyOf("KeyError: 'SA'", "b.py:6"), ace);
  EXPECT_NE(KeyOf("IndexError: 1", "b.py:5"), ace);
}

TEST(CauseKeyTest, WithoutAPlaceTheMessageCountsButNotItsNumbers) {
  const std::string nine = KeyOf("std::out_of_range: n is 9", "");
  EXPECT_EQ(KeyOf("std::out_of_range: n is 10", ""), nine);
  EXPECT_NE(KeyOf("std::out_of_range: m is 9", ""), nine);
}

}  // namespace
}  // namespace couillon::arena
