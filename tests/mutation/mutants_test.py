"""Tests of the search for places of mutants, of planted text and of runs."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import mutants
import sites

CODE = """\
#include <algorithm>
#include <string>
#include <vector>
struct Tally {
  explicit Tally(int first) : most{first} {
    if (first == 0) Add(1);
  }
  void Add(int more) { most = std::max(most, more); }
  [[nodiscard]] bool Above(int limit) const { return most > limit && limit >= 0; }
  int most = 0;
};
std::string Text(const std::vector<int>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!text.empty()) {
      text.append(", ");
    } else if (const int* first = all.data(); *first == 7 || all.size() == 1) {
      text.clear();
    }
    text += std::to_string(all[i] - 1);
  }
  std::vector<int> copy = all;
  std::ranges::sort(copy, [](int a, int b) { return a + 1 < b + 1; });
  const bool sorted = copy == all && (!copy.empty() || all.size() < 2);
  while (text.size() > 9 + 1) text.pop_back();
  return sorted ? text : text + "!";
}
bool Never(int* place) {
  if (place) return true;
  return false;
}
int Last(const std::vector<int>& all) {
  const auto count = static_cast<int>(all.size());
  return count - 1;
}
"""


def changes(text):
    """Pairs of kind and new text of the sites of a text."""
    return {(site.kind, site.mutated) for site in sites.find_sites(text)}


def inside(statement):
    return changes(f"void F(int a, int b) {{ {statement} }}")


def rows_of(text, kinds=None):
    """A row for each site of a text; those that overlap are left out."""
    rows, end = [], 0
    for site in sites.find_sites(text):
        if site.start >= end and (kinds is None or site.kind in kinds):
            before, end = text[:site.start], site.end
            rows.append({
                "number": len(rows) + 1, "file": "code.cc",
                "line": before.count("\n") + 1,
                "column": len(before) - (before.rfind("\n") + 1) + 1,
                "form": site.form, "original": site.original,
                "mutated": site.mutated})
    return rows


class SitesTest(unittest.TestCase):
    def test_conditions(self):
        self.assertEqual(inside("if (a < b) { }"), {
            ("boundary", "a <= b"), ("negation", "!(a < b)")})
        self.assertEqual(inside("while (a != b && b) { }"), {
            ("equality", "a == b && b"), ("logic", "a != b || b")})
        self.assertEqual(inside("for (int i = 0; i >= a; --i) { }"),
                         {("boundary", "i > a")})
        self.assertEqual(inside("if (int c = a; c > 2) { }"), {
            ("boundary", "c >= 2"), ("negation", "!(c > 2)")})

    def test_values(self):
        self.assertEqual(inside("return a + 1;"), {("arithmetic", "a - 1")})
        self.assertEqual(inside("return true;"), {("result", "false")})
        self.assertEqual(inside("a = std::min(a, b);"),
                         {("minmax", "std::max(a, b)")})
        self.assertEqual(inside("const bool c = a == b;"), {("equality", "a != b")})

    def test_calls(self):
        self.assertEqual(inside("Foo(a);"), {("call", "")})
        self.assertEqual(inside("this->x[1].Foo(a)->y();"), {("call", "")})
        self.assertIn(("call", ""), inside("if (a) Foo(b); else return;"))

    def test_what_is_no_place(self):
        for statement in (
                "std::vector<int> c(a);", "COUILLON_CHECK(a < b);", "Type c(a);",
                "static_assert(1 < 2);", "if constexpr (1 < 2) { }", "exit(1);",
                '__asm__("" : "+r"(a));',
                "return {a < b};", "return a + b;", 'return "a" + b;',
                "constexpr bool c = 1 < 2;", "static const bool c = a < b;",
                "const int kC = a - 1;", "std::array<int, std::min(1, 2)> c;",
                '// if (a < b)\n', 'const char* c = "if (a < b) { Foo(); }";',
                'const char* c = R"x(if (a < b))" + 1)x";', "for (int c : d(a)) { }",
                "char c = '\"'; int d = e<a>(b); char f = '\"';", "a = b = a - 1;"):
            self.assertEqual(inside(statement), set(), statement)

    def test_constant_code_has_none(self):
        body = "{ if (a < 1) { Foo(); } return a - 1; }"
        self.assertEqual(changes("constexpr int F(int a) " + body), set())
        self.assertEqual(changes("struct S { consteval S(int a) : b{a}, c(2) "
                                 + body + " };"), set())
        self.assertEqual(changes(f"constexpr auto kF = [](int a) {body};"), set())
        self.assertNotEqual(inside("if constexpr (1) " + body), set())

    def test_declarations_and_directives_have_none(self):
        for text in ("struct S { S(int); Foo(x); bool a = 1 < 2; };",
                     "#define IF(a) \\\n  if (a < 1) { Foo(); }\n"):
            self.assertEqual(changes(text), set())

    def test_brackets_that_do_not_match(self):
        self.assertEqual(changes("#if A\nvoid F() {\n#else\nint F() {\n#endif\n"
                                 "  if (a < b) return; }"), set())


class PlantTest(unittest.TestCase):
    def compiles(self, text):
        subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-x", "c++", "-"],
                       input=text, check=True, text=True)

    def test_each_kind_compiles(self):
        kinds = {site.kind for site in sites.find_sites(CODE)}
        self.assertEqual(kinds, {"boundary", "equality", "logic", "negation",
                                 "arithmetic", "minmax", "result", "call"})
        for kind in sorted(kinds):
            self.compiles(mutants.planted_text(CODE, rows_of(CODE, {kind})))

    def test_many_in_one_text_compile(self):
        rows = rows_of(CODE)
        self.assertGreater(len(rows), 12)
        planted = mutants.planted_text(CODE, rows)
        self.assertEqual(planted.count("COUILLON_MUTANT("), len(rows) + 1)
        # In a unity build a second file with the switch follows the first.
        self.compiles(planted + f"namespace other {{\n{planted}\n}}")

    def test_refuses_other_text(self):
        rows = rows_of(CODE)
        with self.assertRaises(ValueError):
            mutants.planted_text(CODE.replace("first == 0", "first == 1"), rows)


class DrawTest(unittest.TestCase):
    SOURCES = [("a/x.cc", CODE), ("a/y.cc", CODE), ("b/z.cc", CODE), ("c/w.cc", "")]

    def test_same_seed_same_mutants(self):
        draw = lambda seed: mutants.draw_sites(seed, 8, self.SOURCES)
        self.assertEqual(draw("one"), draw("one"))
        self.assertNotEqual(draw("one"), draw("two"))

    def test_each_room_and_no_overlap(self):
        drawn = mutants.draw_sites("one", 2, self.SOURCES)
        self.assertEqual([room for room, _, _ in drawn], ["a", "b"])
        drawn = mutants.draw_sites("one", 1000, self.SOURCES)
        for _, path, site in drawn:
            for other in drawn:
                if other[1] == path and other[2] != site:
                    self.assertTrue(other[2].end <= site.start or
                                    site.end <= other[2].start)

    def test_text_survives_the_table(self):
        for text in ("a\n\tb", "\\n\\\\", "'\\t'"):
            self.assertEqual(mutants.unescaped(mutants.escaped(text)), text)


class RunTest(unittest.TestCase):
    # Each test passes unless a mutant is on.
    TESTS = """\
function(if_on number name label commands)
  add_test(${name} sh -c
    "case ,$LC_COUILLON_MUTANT, in *,${number},*) ${commands};; esac")
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 600)
endfunction()
if_on(1 engine.A/0 unit "echo '[ RUN      ] A.B/0'; \
echo '[  FAILED  ] A.B/0 (1 ms)'; false")
if_on(2 other.B rpc "echo '[ RUN      ] B.C'; sleep 60")
if_on(3 other.Empty slow "echo Running 0 tests from 0 test suites")
if_on(5 other.B2 unit false)
add_test(other.Broken false)
set_tests_properties(other.Broken PROPERTIES LABELS unit)
"""

    def test_stages(self):
        rows = [{"number": number, "file": "engine/a.cc"} for number in (1, 2, 3, 4, 5)]
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "CTestTestfile.cmake").write_text(self.TESTS)
            build = mutants.Build(folder, 1, 2)
            kept = Path(folder) / "results"
            results = mutants.run_rows(rows, build, kept)
            self.assertEqual(mutants.run_rows(rows, build, kept), results)
        self.assertEqual(sorted(results.values(), key=lambda one: one["number"]), [
            {"number": 1, "caught": True, "stage": "own", "by": "engine.A/0",
             "case": "A.B/0", "how": "failed"},
            {"number": 2, "caught": True, "stage": "all", "by": "other.B",
             "case": "B.C", "how": "timed out"},
            {"number": 3, "caught": True, "stage": "all", "by": "other.Empty",
             "case": "", "how": "failed"},
            {"number": 4, "caught": False, "stage": "all"},
            {"number": 5, "caught": True, "stage": "all", "by": "other.B2",
             "case": "", "how": "failed"}])
        self.assertEqual(build.broken, {"other.Broken"})


if __name__ == "__main__":
    unittest.main()
