// The file as assembly data: an array in C++ would take seconds to compile.

#include "arena/front/page/embedded_page.h"

// An array of this size in C++ would take seconds to compile. ccache does not
// keep objects with .incbin, so it cannot give back one of an older page.
__asm__(
    ".pushsection .rodata\n"
    ".globl couillon_page_begin\n"
    ".globl couillon_page_end\n"
    "couillon_page_begin:\n"
    ".incbin \"" COUILLON_PAGE_FILE
    "\"\n"
    "couillon_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char
    couillon_page_begin[];              // NOLINT(readability-identifier-naming)
extern const char couillon_page_end[];  // NOLINT(readability-identifier-naming)
}

namespace couillon::arena {

std::string_view EmbeddedPage() {
  return {couillon_page_begin, couillon_page_end};
}

}  // namespace couillon::arena
