// Reads a catalogue, and fills its messages by ICU's MessageFormat.
//
// ICU takes one value for each name. A message may use an argument both as text
// and in `select` or `plural`, so the name of a text, `{name}`, becomes `name_`
// before ICU sees it.
#include "tools/words/catalogue.h"

#include <unicode/fmtable.h>
#include <unicode/locid.h>
#include <unicode/messagepattern.h>
#include <unicode/msgfmt.h>
#include <unicode/parseerr.h>
#include <unicode/unistr.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "engine/cards/check.h"

namespace couillon::tools {

// NOLINTBEGIN(misc-include-cleaner): ICU's headers rename its functions

// A message, and each of its placeholders once.
struct Catalogue::Message {
  struct Placeholder {
    std::string name;
    bool is_plural = false;
    bool is_text = false;
  };

  Message(const std::string& text, const icu::Locale& locale,
          UErrorCode& status);

  std::vector<Placeholder> placeholders;
  std::vector<icu::UnicodeString> names;  // of the placeholders, for ICU
  std::unique_ptr<icu::MessageFormat> format;
};

namespace {

[[noreturn]] void Fail(std::string_view code, std::string_view key,
                       std::string_view what) {
  const std::string message =
      absl::StrCat("words/", std::string(code), ".txt: ", std::string(key),
                   ": ", std::string(what));
  CheckFailed(message.c_str(), __FILE__, __LINE__);
}

std::string Utf8(const icu::UnicodeString& text) {
  std::string utf8;
  return text.toUTF8String(utf8);
}

const Value* Find(const Arguments& arguments, std::string_view name) {
  const auto at = std::ranges::find(arguments, name, &Argument::name);
  return at == arguments.end() ? nullptr : &at->value;
}

// The messages of `text` by key, in the order of the file. A line that is
// indented goes on with the message before it.
std::vector<std::pair<std::string, std::string>> Blocks(std::string_view code,
                                                        std::string_view text) {
  std::vector<std::pair<std::string, std::string>> blocks;
  const std::vector<std::string> lines =
      absl::StrSplit(std::string(text), '\n');
  for (const std::string& line : lines) {
    const std::string stripped(absl::StripAsciiWhitespace(line));
    if (stripped.empty() || line[0] == '#') continue;
    if (line[0] == ' ') {
      if (blocks.empty()) Fail(code, stripped, "belongs to no key");
      absl::StrAppend(&blocks.back().second, " ", stripped);
      continue;
    }
    const std::pair<std::string, std::string> block =
        absl::StrSplit(line, absl::MaxSplits(" = ", 1));
    if (block.second.empty()) Fail(code, line, "expected KEY = MESSAGE");
    blocks.push_back(block);
  }
  // No line may begin with a sign that French sets off by a space.
  for (auto& [key, message] : blocks) {
    absl::StrReplaceAll({{" :", "\u00a0:"}, {" ;", "\u00a0;"}}, &message);
  }
  return blocks;
}

}  // namespace

Value Keyword(std::string_view word) { return {.keyword = std::string(word)}; }

Value Flag(bool yes) { return Keyword(yes ? "yes" : "no"); }

Value Number(int number) {
  return {.kind = "number", .keyword = absl::StrCat(number), .number = number};
}

Value ListOf(std::vector<Value> items, Join join) {
  const int number = static_cast<int>(items.size());
  return {.number = number, .join = join, .items = std::move(items)};
}

std::string Capital(std::string text) {
  if (text.empty()) return text;
  text[0] = absl::ascii_toupper(text[0]);
  // The accents of Dutch "één" are for the small letter only.
  constexpr std::string_view kAccented = "é";
  if (text.starts_with(kAccented)) text.replace(0, kAccented.size(), "E");
  return text;
}

// Reads a message in the syntax of ICU. `status` reports an error of syntax.
Catalogue::Message::Message(const std::string& text, const icu::Locale& locale,
                            UErrorCode& status) {
  icu::UnicodeString pattern = icu::UnicodeString::fromUTF8(text);
  UParseError where{};
  const icu::MessagePattern parsed(pattern, &where, status);
  // From the last one, since names become longer.
  for (std::int32_t i = parsed.countParts() - 1; i >= 0; --i) {
    const icu::MessagePattern::Part& part = parsed.getPart(i);
    if (part.getType() != UMSGPAT_PART_TYPE_ARG_START) continue;
    const icu::MessagePattern::Part& name = parsed.getPart(i + 1);
    icu::UnicodeString icu_name = parsed.getSubstring(name);
    Placeholder placeholder = {
        .name = Utf8(icu_name),
        .is_plural = UMSGPAT_ARG_TYPE_HAS_PLURAL_STYLE(part.getArgType()),
        .is_text = part.getArgType() == UMSGPAT_ARG_TYPE_NONE};
    if (placeholder.is_text) {
      pattern.insert(name.getLimit(), u'_');
      icu_name += u'_';
    }
    if (std::ranges::find(names, icu_name) == names.end()) {
      names.push_back(icu_name);
      placeholders.push_back(std::move(placeholder));
    }
  }
  format = std::make_unique<icu::MessageFormat>(pattern, locale, status);
}

// Adds the words that `select` looks for in one message.
void Catalogue::AddKeywords(const Message& message) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString pattern;
  const icu::MessagePattern parsed(message.format->toPattern(pattern), nullptr,
                                   status);
  for (std::int32_t i = 0; i < parsed.countParts(); ++i) {
    const icu::MessagePattern::Part& part = parsed.getPart(i);
    if (part.getType() != UMSGPAT_PART_TYPE_ARG_START ||
        part.getArgType() != UMSGPAT_ARG_TYPE_SELECT) {
      continue;
    }
    // After the name: pairs of a keyword and a message.
    const std::int32_t end = parsed.getLimitPartIndex(i);
    for (std::int32_t at = i + 2; at < end;
         at = parsed.getLimitPartIndex(at + 1) + 1) {
      const std::string word = Utf8(parsed.getSubstring(parsed.getPart(at)));
      if (word != "other") keywords_.push_back(word);
    }
  }
}

Catalogue::Catalogue(std::string_view code, std::string_view text)
    : code_(code) {
  const icu::Locale locale(code_.c_str());
  for (const auto& [key, message] : Blocks(code, text)) {
    UErrorCode status = U_ZERO_ERROR;
    const bool is_new =
        messages_
            .emplace(key, std::make_unique<Message>(message, locale, status))
            .second;
    if (!is_new) Fail(code, key, "is there twice");
    if (U_FAILURE(status)) Fail(code, key, u_errorName(status));
    AddKeywords(*messages_[key]);
  }
}

Catalogue::~Catalogue() = default;

std::string Catalogue::Say(std::string_view key,
                           const Arguments& arguments) const {
  return Capital(Format(key, arguments));
}

std::string Catalogue::Text(const Value& value, const std::string& form) const {
  if (value.join != Join::kNoList) return TextOfList(value, form);
  const bool as_it_is = value.kind.empty() || value.kind == "number";
  if (as_it_is && form.empty()) return value.keyword;
  const std::string key =
      form.empty() ? value.kind : absl::StrCat(value.kind, "_", form);
  return value.parts.empty() ? Format(key, {{value.kind, value}})
                             : Format(key, value.parts);
}

std::string Catalogue::TextOfList(const Value& list,
                                  const std::string& form) const {
  std::vector<std::string> items;
  items.reserve(list.items.size());
  for (const Value& item : list.items) items.push_back(Text(item, form));
  if (list.join == Join::kSpaces) return absl::StrJoin(items, " ");
  if (list.join == Join::kCommas || items.size() < 2) {
    return absl::StrJoin(items, ", ");
  }
  const std::string front = absl::StrJoin(items.begin(), items.end() - 1, ", ");
  return Format("and_list",
                {{"front", Keyword(front)}, {"last", Keyword(items.back())}});
}

std::string Catalogue::Format(std::string_view key,
                              const Arguments& arguments) const {
  const auto at = messages_.find(key);
  if (at == messages_.end()) Fail(code_, key, "there is no such message");
  const Message& message = *at->second;
  std::vector<icu::Formattable> values;
  values.reserve(message.placeholders.size());
  for (const Message::Placeholder& placeholder : message.placeholders) {
    std::string_view name = placeholder.name;
    const Value* value = Find(arguments, name);
    while (value == nullptr && name.rfind('_') != std::string_view::npos) {
      name = name.substr(0, name.rfind('_'));
      value = Find(arguments, name);
    }
    if (value == nullptr) Fail(code_, key, "has an unknown argument");
    if (placeholder.is_plural) {
      values.emplace_back(value->number);
      continue;
    }
    const std::string form = placeholder.name.substr(
        std::min(name.size() + 1, placeholder.name.size()));
    values.emplace_back(icu::UnicodeString::fromUTF8(
        placeholder.is_text ? Text(*value, form) : value->keyword));
  }
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString text;
  message.format->format(message.names.data(), values.data(),
                         static_cast<std::int32_t>(values.size()), text,
                         status);
  if (U_FAILURE(status)) Fail(code_, key, u_errorName(status));
  return Utf8(text);
}

// NOLINTEND(misc-include-cleaner)

Catalogue::Names Catalogue::Keys() const {
  Names keys;
  keys.reserve(messages_.size());
  for (const auto& [key, message] : messages_) keys.push_back(key);
  return keys;
}

Catalogue::Names Catalogue::Placeholders(const std::string& key) const {
  Names names;
  for (const Message::Placeholder& placeholder :
       messages_.at(key)->placeholders) {
    names.push_back(placeholder.name);
  }
  return names;
}

namespace {

template <Language language>
const Catalogue& BuiltIn() {
  const std::string code = LanguageCode(language);
  static const Catalogue kCatalogue(
      code, std::ranges::find(CatalogueTexts(), code, &NamedText::name)->text);
  return kCatalogue;
}

}  // namespace

const Catalogue& WordsIn(Language language) {
  switch (language) {
    case Language::kEnglish:
      return BuiltIn<Language::kEnglish>();
    case Language::kFrench:
      return BuiltIn<Language::kFrench>();
    case Language::kDutch:
      return BuiltIn<Language::kDutch>();
    case Language::kGerman:
      return BuiltIn<Language::kGerman>();
  }
  CheckFailed("a language without words", __FILE__, __LINE__);
}

std::string InEnglish(const Value& value, const std::string& form) {
  return WordsIn(Language::kEnglish).Text(value, form);
}

}  // namespace couillon::tools
