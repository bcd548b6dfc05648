// Texts as lists of whole sentences, each with the condition under which it
// applies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace couillon::arena {

struct Sentence {
  bool applies = false;
  std::string text;
};

// Returns the texts of the sentences that apply, in their order.
std::vector<std::string> ListApplicable(const std::vector<Sentence>& sentences);

// Returns the same as one text, with `separator` between two sentences.
std::string JoinApplicable(const std::vector<Sentence>& sentences,
                           std::string_view separator = " ");

}  // namespace couillon::arena
