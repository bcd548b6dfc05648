// The sentences of a language: a file of messages, such as en.txt, that is
// built into the program. tools/words/README.md explains the format. The caller
// decides which messages are said, for all languages at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ruleset_texts.h"
#include "tools/words/language.h"

namespace couillon {

// The catalogues, each by its code, such as "nl".
const std::vector<NamedText>& CatalogueTexts();

}  // namespace couillon

namespace couillon::tools {

struct Argument;
using Arguments = std::vector<Argument>;

// How the items of a list are joined: "a, b and c", "a, b, c", "a b c".
enum class Join : std::uint8_t { kNoList, kAnd, kCommas, kSpaces };

// What stands in a message in place of an argument. As text (`{name}`) it is
// the message of its kind; as `{name_FORM}` it is the message KIND_FORM.
struct Value {
  std::string kind;     // empty: `keyword` is the text
  std::string keyword;  // what `select` looks at
  int number = 0;       // what `plural` looks at
  Arguments parts;      // of the messages of its kind; empty: the value itself
  Join join = Join::kNoList;
  std::vector<Value> items;  // of a list
};

struct Argument {
  std::string name;
  Value value;
};

// A word that `select` looks at, or a name that is printed as it is.
[[nodiscard]] Value Keyword(std::string_view word);
// "yes" or "no".
[[nodiscard]] Value Flag(bool yes);
// Printed as digits; as `{name_FORM}` by the messages number_FORM.
[[nodiscard]] Value Number(int number);
[[nodiscard]] Value ListOf(std::vector<Value> items, Join join);

// `text` with its first letter capitalized, if that is of ASCII or é.
[[nodiscard]] std::string Capital(std::string text);

// Not thread-safe.
class Catalogue {
 public:
  using Names = std::vector<std::string>;

  // Aborts if `text` is no catalogue, with the language's `code` and the key.
  Catalogue(std::string_view code, std::string_view text);
  ~Catalogue();

  // The message of `key` with its first letter capitalized. Requires: the
  // catalogue has `key`, and `arguments` has what the message names.
  [[nodiscard]] std::string Say(std::string_view key,
                                const Arguments& arguments = {}) const;
  // A value in the words of this language: "three cards". Requires: as for Say.
  [[nodiscard]] std::string Text(const Value& value,
                                 const std::string& form = "") const;

  // All keys, in alphabetical order.
  [[nodiscard]] Names Keys() const;
  // What the message of `key` has between braces, with forms.
  [[nodiscard]] Names Placeholders(const std::string& key) const;
  // The words that `select` looks for in any message, except "other".
  [[nodiscard]] const Names& Keywords() const { return keywords_; }

 private:
  struct Message;

  [[nodiscard]] std::string Format(std::string_view key,
                                   const Arguments& arguments) const;
  [[nodiscard]] std::string TextOfList(const Value& list,
                                       const std::string& form) const;

  void AddKeywords(const Message& message);

  std::string code_;
  Names keywords_;
  std::map<std::string, std::unique_ptr<Message>, std::less<>> messages_;
};

// The catalogue of a language.
const Catalogue& WordsIn(Language language);
// A value in the words of the English catalogue.
[[nodiscard]] std::string InEnglish(const Value& value,
                                    const std::string& form = "");

}  // namespace couillon::tools
