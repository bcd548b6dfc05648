# Writes a source file that holds text files as string literals.
#
# cmake -DOUTPUT=out.cc -DFUNCTION=RulesetTexts
#   -DHEADER=engine/rules/ruleset_texts.h -DFILES="a.txtpb|b.txtpb"
#   -P EmbedTexts.cmake
string(REPLACE "|" ";" FILES "${FILES}")
set(source "// Generated from text files by cmake/EmbedTexts.cmake.
#include \"${HEADER}\"

namespace couillon {

const std::vector<NamedText>& ${FUNCTION}() {
  static const std::vector<NamedText> kTexts = {
")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND source "      {\"${name}\", R\"txtpb(${text})txtpb\"},\n")
endforeach()
string(APPEND source "  };\n  return kTexts;\n}\n\n}  // namespace couillon\n")
file(WRITE "${OUTPUT}" "${source}")
