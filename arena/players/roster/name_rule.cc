// ICU checks scripts and look-alikes (UTS 39); names are compared by skeletons
// without accents, case and version.

#include "arena/players/roster/name_rule.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/umachine.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// NOLINTBEGIN(misc-include-cleaner): ICU's headers rename its functions

constexpr char kExpected[] =
    "expected letters of one script, digits 0 to 9 and - _ . +, with a letter "
    "or digit at the beginning";
constexpr int kMaxCharacterName = 128;  // bytes, in Unicode

using CodePoints = std::vector<UChar32>;

CodePoints SplitCodePoints(const icu::UnicodeString& text) {
  CodePoints points;
  for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    points.push_back(text.char32At(at));
  }
  return points;
}

icu::UnicodeString TextOf(const CodePoints& points) {
  icu::UnicodeString text;
  for (const UChar32 point : points) text.append(point);
  return text;
}

std::string Utf8(const icu::UnicodeString& text) {
  std::string utf8;
  text.toUTF8String(utf8);
  return utf8;
}

// A checker of scripts and look-alikes. The tables are part of the library, so
// there always is one.
const USpoofChecker* Spoof() {
  static const USpoofChecker* const kChecker = [] {
    UErrorCode error = U_ZERO_ERROR;
    USpoofChecker* const checker = uspoof_open(&error);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL, &error);
    uspoof_setRestrictionLevel(checker, USPOOF_SINGLE_SCRIPT_RESTRICTIVE);
    COUILLON_CHECK(U_SUCCESS(error));
    return checker;
  }();
  return kChecker;
}

bool IsOfOneScript(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t failed =
      uspoof_check2UnicodeString(Spoof(), text, nullptr, &error);
  COUILLON_CHECK(U_SUCCESS(error));
  return (failed & USPOOF_RESTRICTION_LEVEL) == 0;
}

bool IsDigit(UChar32 point) { return point >= '0' && point <= '9'; }

bool IsSign(UChar32 point) {
  return point == '-' || point == '_' || point == '.' || point == '+';
}

// Names from before the rule may have blanks.
bool IsSeparator(UChar32 point) {
  return point == ' ' || (IsSign(point) && point != '+');
}

bool IsAccent(UChar32 point) {
  UErrorCode error = U_ZERO_ERROR;
  return uscript_getScript(point, &error) == USCRIPT_INHERITED;
}

// Letters of scripts in common use, with the vowel signs of their script.
bool IsLetter(UChar32 point) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::UnicodeSet& used = *uspoof_getRecommendedUnicodeSet(&error);
  COUILLON_CHECK(U_SUCCESS(error));
  const bool is_sign =
      (U_GET_GC_MASK(point) & (U_GC_MN_MASK | U_GC_MC_MASK)) != 0;
  return used.contains(point) &&
         (u_isalpha(point) || (is_sign && !IsAccent(point)));
}

// Would move the figures beside it in a table.
bool IsRightToLeft(UChar32 point) {
  const UCharDirection direction = u_charDirection(point);
  return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

// "e" (U+0435, CYRILLIC SMALL LETTER IE)
std::string CharacterText(UChar32 point) {
  std::array<char, kMaxCharacterName> name{};
  UErrorCode error = U_ZERO_ERROR;
  u_charName(point, U_EXTENDED_CHAR_NAME, name.data(),
             static_cast<std::int32_t>(name.size()), &error);
  return absl::StrFormat("\"%s\" (U+%04X, %s)",
                         PrintableLine(Utf8(icu::UnicodeString(point))), point,
                         U_SUCCESS(error) ? name.data() : "unnamed");
}

// The problem with the character at `at`, whose predecessors are right; null
// for nothing.
std::optional<std::string> Problem(const CodePoints& points, std::size_t at) {
  const UChar32 point = points[at];
  if (!IsDigit(point) && !IsSign(point)) {
    if (!IsLetter(point)) return "";
    if (IsRightToLeft(point)) return ", which is written from right to left";
  }
  if (at == 0 && !IsDigit(point) && !u_isalpha(point)) {
    return " at the beginning";
  }
  const CodePoints so_far(points.begin(),
                          points.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  if (IsOfOneScript(TextOf(so_far))) return std::nullopt;
  return ", of another script than the letters before it";
}

icu::UnicodeString Composed(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  icu::UnicodeString composed =
      icu::Normalizer2::getNFCInstance(error)->normalize(text, error);
  COUILLON_CHECK(U_SUCCESS(error));
  return composed;
}

// The skeleton as UTS 39 defines it, without accents and strokes.
icu::UnicodeString Skeleton(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  icu::UnicodeString skeleton;
  uspoof_getSkeletonUnicodeString(Spoof(), 0, text, skeleton, &error);
  COUILLON_CHECK(U_SUCCESS(error));
  CodePoints points = SplitCodePoints(skeleton);
  std::erase_if(points, IsAccent);
  return TextOf(points);
}

icu::UnicodeString Folded(icu::UnicodeString text) { return text.foldCase(); }

// Returns `points` without a version at its end: "-v2", "_V1.0", "v3", and also
// "-vl", which looks like one.
CodePoints WithoutVersion(CodePoints points) {
  const auto looks_like = [](UChar32 point, const char* letter) {
    return Folded(Skeleton(icu::UnicodeString(point))) == letter;
  };
  std::size_t end = points.size();
  bool has_digit = false;
  while (end > 0 && (IsDigit(points[end - 1]) || IsSeparator(points[end - 1]) ||
                     looks_like(points[end - 1], "l") ||
                     looks_like(points[end - 1], "o"))) {
    has_digit = has_digit || IsDigit(points[end - 1]);
    --end;
  }
  if (end == 0 || end == points.size() || !looks_like(points[end - 1], "v")) {
    return points;
  }
  --end;
  const std::size_t with_separators = end;
  while (end > 0 && IsSeparator(points[end - 1])) --end;
  if (end == 0 || (end == with_separators && !has_digit)) return points;
  points.resize(end);
  return points;
}

}  // namespace

absl::Status CheckName(const std::string& field, const std::string& name) {
  const auto wrong = [&](const std::string& what) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s is \"%s\"%s", field, PrintableLine(name), what));
  };
  if (!IsUtf8(name)) return wrong("; expected UTF-8");
  const icu::UnicodeString text = icu::UnicodeString::fromUTF8(name);
  const CodePoints points = SplitCodePoints(text);
  if (points.empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s is empty; expected a name", field));
  }
  if (points.size() > kMaxNameCharacters) {
    return wrong(absl::StrFormat(", of %d characters; expected 1 to %d",
                                 points.size(), kMaxNameCharacters));
  }
  const CodePoints composed = SplitCodePoints(Composed(text));
  for (std::size_t at = 0; at < points.size(); ++at) {
    std::optional<std::string> problem;
    if (at >= composed.size() || points[at] != composed[at]) {
      problem = ", which is not in normalization form C (NFC)";
      if (at < composed.size()) {
        absl::StrAppend(&*problem, ": there it is ",
                        CharacterText(composed[at]));
      }
    } else {
      problem = Problem(points, at);
    }
    if (!problem) continue;
    return wrong(absl::StrFormat("; character %d is %s%s; %s", at + 1,
                                 CharacterText(points[at]), *problem,
                                 kExpected));
  }
  return absl::OkStatus();
}

std::string WithoutVersionLabel(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  if (digits < 3 || digits == name.size() || name[digits] == '0' ||
      name.compare(digits - 2, 2, " v") != 0) {
    return name;
  }
  return name.substr(0, digits - 2);
}

std::vector<std::string> NameSkeletons(const std::string& name) {
  CodePoints points = WithoutVersion(
      SplitCodePoints(icu::UnicodeString::fromUTF8(WithoutVersionLabel(name))));
  std::erase_if(points, IsSeparator);
  const icu::UnicodeString text = TextOf(points);
  // A capital letter can look like one letter and be the capital of another: I
  // looks like l, and is the capital of i.
  std::vector<std::string> skeletons = {Utf8(Skeleton(Folded(text))),
                                        Utf8(Skeleton(Folded(Skeleton(text))))};
  if (skeletons[0] == skeletons[1]) skeletons.pop_back();
  // Unicode's tables have no pair of letters that looks like w.
  const std::string with_w = absl::StrReplaceAll(skeletons[0], {{"vv", "w"}});
  if (with_w != skeletons[0]) skeletons.push_back(with_w);
  return skeletons;
}

bool LookAlike(const std::vector<std::string>& skeletons,
               const std::vector<std::string>& others) {
  return std::ranges::find_first_of(skeletons, others) != skeletons.end();
}

// NOLINTEND(misc-include-cleaner)

}  // namespace couillon::arena
