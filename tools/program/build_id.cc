#include "tools/program/build_id.h"

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstring>
#include <span>

#include "engine/cards/text_hash.h"

namespace couillon::tools {
namespace {

constexpr char kOwner[] = "GNU";

using Bytes = std::span<const unsigned char>;

// Fields of notes, and their contents, begin at multiples of this.
std::size_t Padded(std::size_t size) { return (size + 3) / 4 * 4; }

// The content of the build ID among the notes of a program; empty if it is not
// there.
Bytes FindBuildId(Bytes notes) {
  ElfW(Nhdr) head{};
  while (notes.size() >= sizeof(head)) {
    std::memcpy(&head, notes.data(), sizeof(head));
    const std::size_t name = Padded(head.n_namesz);
    const std::size_t size = sizeof(head) + name + Padded(head.n_descsz);
    if (size > notes.size()) break;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == sizeof(kOwner) &&
        std::memcmp(notes.data() + sizeof(head), kOwner, sizeof(kOwner)) == 0) {
      return notes.subspan(sizeof(head) + name, head.n_descsz);
    }
    notes = notes.subspan(size);
  }
  return {};
}

// Called with what is loaded, this program first; sets the text `found` to its
// build ID.
int ReadProgram(dl_phdr_info* loaded, std::size_t, void* found) {
  for (int i = 0; i < loaded->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = loaded->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    // An address is what the loader gives.
    const auto* begin = reinterpret_cast<const unsigned char*>(  // NOLINT
        loaded->dlpi_addr + segment.p_vaddr);
    const Bytes id = FindBuildId({begin, segment.p_memsz});
    if (!id.empty()) *static_cast<std::string*>(found) = Hexadecimal(id);
  }
  return 1;  // no library
}

}  // namespace

std::string BuildId() {
  std::string id;
  dl_iterate_phdr(ReadProgram, &id);
  return id;
}

}  // namespace couillon::tools
