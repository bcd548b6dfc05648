// Filters by the conditions.
#include "arena/report/text/sentences.h"

namespace couillon::arena {

std::vector<std::string> ListApplicable(
    const std::vector<Sentence>& sentences) {
  std::vector<std::string> texts;
  for (const Sentence& sentence : sentences) {
    if (sentence.applies) texts.push_back(sentence.text);
  }
  return texts;
}

std::string JoinApplicable(const std::vector<Sentence>& sentences,
                           std::string_view separator) {
  std::string text;
  bool any = false;
  for (const Sentence& sentence : sentences) {
    if (!sentence.applies) continue;
    if (any) text += separator;
    text += sentence.text;
    any = true;
  }
  return text;
}

}  // namespace couillon::arena
