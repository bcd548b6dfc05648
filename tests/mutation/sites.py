"""Finds places in C++ text where one small change makes a mutant that compiles.

Works on tokens, not on a syntax tree, and leaves out every place that it is not
sure of. What has to be a constant cannot hold a mutant: bodies of constexpr
functions, static_assert, arguments of templates, sizes of arrays, labels. The
text has to be formatted by clang-format: `a < b` is a comparison, `A<B>` is not.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<space>\s|//[^\n]*|/\*.*?\*/)
  | (?P<string>(?:u8|[uUL])?R"(?P<end>[^(\s]*)\(.*?\)(?P=end)"
      | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+')
  | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<symbol><<=|>>=|<=>|->\*|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&
      |\|\||[-+*/%&|^]=|.)
""", re.S | re.M | re.X)

CLOSES = {")": "(", "]": "[", "}": "{"}
EXCHANGED = {
    "<": ("boundary", "<="), "<=": ("boundary", "<"), ">": ("boundary", ">="),
    ">=": ("boundary", ">"), "==": ("equality", "!="), "!=": ("equality", "=="),
    "&&": ("logic", "||"), "||": ("logic", "&&"), "+": ("arithmetic", "-"),
    "-": ("arithmetic", "+")}
EXCHANGED_NAMES = {"min": "max", "max": "min", "true": "false", "false": "true"}
# The compiler may evaluate a statement, or a block, that begins with one of these.
CONSTANT = {"constexpr", "consteval", "constinit", "static_assert", "concept",
            "requires", "decltype", "case", "using", "typedef", "operator"}
BEFORE_CODE = {")", "]", "else", "do", "try", "const", "noexcept", "override",
               "mutable"}
NOT_A_CALL = {"return", "delete", "throw", "if", "while", "for", "switch", "new",
              "sizeof", "catch", "goto", "co_return", "co_await", "co_yield"}
# Calls that are kept: those that do not return, and those that change only time
# or memory.
NOT_REMOVED = {"CheckFailed", "GiveUp", "BecomeBot", "SuperviseBot", "abort",
               "exit", "_exit", "assert", "IgnoreError", "reserve",
               "shrink_to_fit", "static_assert", "execvpe", "terminate", "asm",
               "__asm__", "__asm", "__builtin_unreachable"}
LITERAL = re.compile(r"(\d[\d'.]*([eE][-+]?\d+)?|0[xX][\da-fA-F']+)[uUlLfF]*")
MACRO = re.compile(r"[A-Z][A-Z0-9_]+")
MAX_LENGTH = 300  # of the text that a mutant replaces


@dataclass(frozen=True, order=True)
class Site:
    start: int
    end: int
    kind: str
    form: str  # condition, value or statement
    original: str
    mutated: str


@dataclass
class Token:
    text: str
    start: int
    end: int
    kind: str
    outer: int = -1    # the bracket around it
    partner: int = -1  # of a bracket


class Source:
    """The tokens of a text. Raises ValueError if brackets do not match."""

    def __init__(self, text):
        self.text = text
        self.tokens = [Token(m[0], m.start(), m.end(), m.lastgroup)
                       for m in TOKEN.finditer(text)
                       if m.lastgroup not in ("directive", "space")]
        self._heads = {}
        self._pair_brackets()

    def _pair_brackets(self):
        opened = []
        for at, token in enumerate(self.tokens):
            is_symbol = token.kind == "symbol"
            if is_symbol and token.text in CLOSES:
                if not opened or self.word(opened[-1]) != CLOSES[token.text]:
                    raise ValueError("brackets do not match")
                token.partner = opened.pop()
                self.tokens[token.partner].partner = at
            token.outer = opened[-1] if opened else -1
            if is_symbol and token.text in CLOSES.values():
                opened.append(at)
        if opened:
            raise ValueError("brackets do not match")

    def word(self, at):
        """The text of a token, or "" before the first and after the last."""
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def words(self, first, last):
        """The tokens from first to before last, without what is in brackets
        that open there."""
        at = first
        while at < last:
            yield at, self.word(at)
            if self.tokens[at].partner > at:
                at = self.tokens[at].partner
            at += 1

    def head(self, at):
        """The first token of the statement or declaration that `at` is in."""
        first = at
        while first > 0:
            before = first - 1
            word = self.word(before)
            closes = self.tokens[before].partner in range(before)
            if closes and (word != "}" or self.word(first) in (",", "{")):
                first = self.tokens[before].partner
            elif closes or word in (";", "(", "[", "{"):
                return first
            else:
                first = before
        return first

    def _head_words(self, at):
        if at not in self._heads:
            first = self.head(at)
            self._heads[at] = {
                word for place, word in self.words(first, at)
                if (word, self.word(place - 1)) != ("constexpr", "if")}
        return self._heads[at]

    def is_constant(self, at):
        """Whether the place may be evaluated by the compiler."""
        while at >= 0:
            if self._head_words(at) & CONSTANT or self.word(at) in CONSTANT:
                return True
            at = self.tokens[at].outer
        return False

    def opens_code(self, at):
        """Whether the token is a brace that opens a block of statements."""
        if self.word(at) != "{":
            return False
        if self.head(at) == at:
            return self.word(at - 1) in (";", "{", "}") and self.opens_code(
                self.tokens[at].outer)
        return self.word(at - 1) in BEFORE_CODE or any(
            word == "->" and self.word(place - 1) in BEFORE_CODE
            for place, word in self.words(self.head(at), at))

    def in_code(self, at):
        outer = self.tokens[at].outer
        while outer >= 0 and not self.opens_code(outer):
            outer = self.tokens[outer].outer
        return outer >= 0

    def starts_statement(self, at):
        """Whether a token in a block is the first of a statement."""
        before = self.word(at - 1)
        if not self.opens_code(self.tokens[at].outer):
            return False
        if before == ")":
            control = self.word(self.tokens[at - 1].partner - 1)
            return control in ("if", "for", "while", "constexpr")
        return before in (";", "{", "}", "else", "do")

    def semicolon(self, at):
        """The end of the statement that `at` is in."""
        for place, word in self.words(at, len(self.tokens)):
            if word == ";":
                return place
            if word in CLOSES:
                break
        return -1

    def slice(self, first, last):
        return self.text[self.tokens[first].start:self.tokens[last - 1].end]


def conditions(source, at):
    """The condition of an if, while or for, as (first, last)."""
    if source.word(at) not in ("if", "while", "for") or source.word(at + 1) != "(":
        return
    first, last = at + 2, source.tokens[at + 1].partner
    ends = [place for place, word in source.words(first, last) if word == ";"]
    if source.word(at) == "for":
        if len(ends) != 2:
            return
        first, last = ends[0] + 1, ends[1]
    elif ends:
        first = ends[-1] + 1
    if first < last and all(word != "=" for _, word in source.words(first, last)):
        yield first, last


def values(source, at):
    """What is returned, or is the right side of the only `=` of a statement."""
    word, last = source.word(at), source.semicolon(at)
    if last < 0 or last == at + 1 or source.word(at + 1) in ("{", "["):
        return
    if word == "return":
        yield at + 1, last
    elif word == "=" and source.opens_code(source.tokens[at].outer):
        first = source.head(at)
        words = [word for _, word in source.words(first, last)]
        if (words.count("=") == 1 and "static" not in words and
                "," not in words and "[" not in words and first < at and
                not re.match("k[A-Z]", source.word(at - 1))):
            yield at + 1, last


def is_numeric(source, at):
    """Whether a number is beside the + or -, so that no text is joined."""
    return any(source.tokens[at + step].kind == "number" and
               LITERAL.fullmatch(source.word(at + step)) for step in (-1, 1))


def is_binary(source, at):
    token = source.tokens[at]
    around = source.text[token.start - 1] + source.text[token.end]
    return (around.isspace() and "..." not in
            (source.word(at - 1), source.word(at + 1)))


def changed_operators(source, first, last, form):
    """Each operator of an expression exchanged; lambdas in it are left alone."""
    at = first
    while at < last:
        kind, other = EXCHANGED.get(source.word(at), ("", ""))
        if (kind and first < at < last - 1 and is_binary(source, at) and
                (kind != "arithmetic" or is_numeric(source, at))):
            token, start = source.tokens[at], source.tokens[first].start
            end, text = source.tokens[last - 1].end, source.slice(first, last)
            yield Site(start, end, kind, form, text,
                       text[:token.start - start] + other + text[token.end - start:])
        at = source.tokens[at].partner if source.word(at) == "{" else at + 1


def negations(source, at):
    if source.word(at) == "if":
        for first, last in conditions(source, at):
            text = source.slice(first, last)
            yield Site(source.tokens[first].start, source.tokens[last - 1].end,
                       "negation", "condition", text, f"!({text})")


def changed_names(source, at):
    """std::min for std::max, and true for false where one is returned."""
    name, other = source.word(at), EXCHANGED_NAMES.get(source.word(at))
    if other is None or not source.in_code(at):
        return
    if name in ("true", "false"):
        if (source.word(at - 1), source.word(at + 1)) == ("return", ";"):
            yield Site(source.tokens[at].start, source.tokens[at].end, "result",
                       "value", name, other)
    elif (source.word(at - 2), source.word(at - 1)) == ("std", "::"):
        last = source.tokens[at + 1].partner + 1
        if (source.word(at + 1) == "(" and source.word(last) not in (">", "[") and
                source.word(source.tokens[at].outer) != "["):
            text = source.slice(at - 2, last)
            yield Site(source.tokens[at - 2].start, source.tokens[last - 1].end,
                       "minmax", "value", text, text.replace(name, other, 1))


def removed_calls(source, at):
    """A statement that is only a call: a.b(c)->d(e);"""
    if source.tokens[at].kind != "name" or not source.starts_statement(at):
        return
    last, names, calls = source.semicolon(at), [], 0
    for _, word in source.words(at, last):
        if re.match(r"[A-Za-z_]", word):
            names.append(word)
        calls += word == "("
        if not re.match(r"\w+$|::|\.$|->|[([]$", word) and word not in CLOSES:
            return
    words = [word for _, word in source.words(at, last)]
    joined = any(a[-1].isalnum() and b[0].isalnum()
                 for a, b in zip(words, words[1:]))
    if (calls and source.word(last - 1) == ")" and not joined and
            not NOT_REMOVED & set(names) and names[0] not in NOT_A_CALL and
            not any(MACRO.fullmatch(name) for name in names)):
        yield Site(source.tokens[at].start, source.tokens[last - 1].end, "call",
                   "statement", source.slice(at, last), "")


def find_sites(text):
    """All sites of a text, in order; none if its brackets do not match."""
    try:
        source = Source(text)
    except ValueError:
        return []
    found = set()
    for at in range(len(source.tokens)):
        sites = [*negations(source, at), *changed_names(source, at),
                 *removed_calls(source, at)]
        for first, last in conditions(source, at):
            sites += changed_operators(source, first, last, "condition")
        for first, last in values(source, at):
            sites += changed_operators(source, first, last, "value")
        if sites and not source.is_constant(at):
            found.update(sites)
    return sorted(site for site in found if len(site.original) <= MAX_LENGTH)


def lines_of_code(text):
    """How many lines hold more than space, comments and directives."""
    bare = re.sub(r"//[^\n]*|^[ \t]*#[^\n]*", "", text, flags=re.M)
    return sum(1 for line in bare.split("\n") if line.strip())
