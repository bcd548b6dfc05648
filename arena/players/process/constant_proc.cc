// The text of each constant file, made from the machine's own, and the folders
// to cover with them.

#include "arena/players/process/constant_proc.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

// A file in memory. The folders of its path are made first.
struct ConstantFile {
  std::string path;  // relative
  std::string content;
};

struct ProcCover {
  std::string name;   // in /proc
  std::string cover;  // path of a file or folder in memory
};

struct ConstantProc {
  std::vector<std::string> folders;  // outer ones first
  std::vector<ConstantFile> files;
  std::vector<ProcCover> covers;
  // The same for the orders.
  std::vector<ConstantEntry> constants;
  std::vector<CoveredEntry> covered;
};

constexpr char kEmptyFile[] = "empty";
constexpr char kEmptyFolder[] = "none";

// Entries that stay: links to the reading process's own folder, and what only
// an administrator or new hardware changes.
constexpr const char* kUncovered[] = {"cmdline",
                                      "config.gz",
                                      "consoles",
                                      "devices",
                                      "dma",
                                      "execdomains",
                                      "fb",
                                      "iomem",
                                      "ioports",
                                      "filesystems",
                                      "misc",
                                      "mounts",
                                      "mtrr",
                                      "net",
                                      "self",
                                      "thread-self",
                                      "version",
                                      "bootconfig",
                                      "version_signature"};

// Covered even where the referee's own /proc hides them.
constexpr const char* kCounters[] = {
    "buddyinfo",    "cgroups",     "crypto",      "diskstats", "interrupts",
    "key-users",    "keys",        "loadavg",     "locks",     "meminfo",
    "modules",      "pressure",    "sched_debug", "schedstat", "slabinfo",
    "softirqs",     "stat",        "sys",         "sysvipc",   "timer_list",
    "uptime",       "vmallocinfo", "vmstat",      "zoneinfo",  "kpagecount",
    "pagetypeinfo", "partitions",  "swaps",       "cpuinfo",   "fs",
    "driver"};

// Limits of the kernel that runtimes and libraries read.
constexpr const char* kSettings[] = {"fs/aio-max-nr",
                                     "fs/epoll/max_user_watches",
                                     "fs/file-max",
                                     "fs/inotify/max_user_instances",
                                     "fs/inotify/max_user_watches",
                                     "fs/nr_open",
                                     "fs/overflowgid",
                                     "fs/overflowuid",
                                     "fs/pipe-max-size",
                                     "kernel/cap_last_cap",
                                     "kernel/core_pattern",
                                     "kernel/kptr_restrict",
                                     "kernel/msgmax",
                                     "kernel/ngroups_max",
                                     "kernel/osrelease",
                                     "kernel/ostype",
                                     "kernel/overflowgid",
                                     "kernel/overflowuid",
                                     "kernel/perf_event_paranoid",
                                     "kernel/pid_max",
                                     "kernel/random/boot_id",
                                     "kernel/random/poolsize",
                                     "kernel/randomize_va_space",
                                     "kernel/sem",
                                     "kernel/shmall",
                                     "kernel/shmmax",
                                     "kernel/shmmni",
                                     "kernel/tainted",
                                     "kernel/threads-max",
                                     "kernel/version",
                                     "kernel/yama/ptrace_scope",
                                     "net/core/rmem_max",
                                     "net/core/somaxconn",
                                     "net/core/wmem_max",
                                     "vm/max_map_count",
                                     "vm/mmap_min_addr",
                                     "vm/overcommit_memory",
                                     "vm/overcommit_ratio",
                                     "vm/swappiness"};

std::string ContentOf(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The lines of `text` that begin with one of `names`.
std::string SelectLines(const std::string& text,
                        const std::vector<std::string>& names) {
  std::istringstream lines(text);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    const bool matches = std::ranges::any_of(
        names,
        [&line](const std::string& name) { return line.starts_with(name); });
    if (matches) absl::StrAppend(&found, line, "\n");
  }
  return found;
}

// The total in kB after "MemTotal:" or the like.
long long Kilobytes(const std::string& meminfo, const std::string& name) {
  std::istringstream line(SelectLines(meminfo, {name}));
  std::string label;
  long long size = 0;
  line >> label >> size;
  return size;
}

// All memory is free.
std::string Meminfo() {
  const std::string real = ContentOf("/proc/meminfo");
  const long long total = Kilobytes(real, "MemTotal:");
  const long long swap = Kilobytes(real, "SwapTotal:");
  std::string text;
  const auto add = [&text](const char* name, long long size) {
    absl::StrAppendFormat(&text, "%-15s %8d kB\n", absl::StrCat(name, ":"),
                          size);
  };
  for (const char* name : {"MemTotal", "MemFree", "MemAvailable"}) {
    add(name, total);
  }
  for (const char* name :
       {"Buffers", "Cached", "SwapCached", "Active", "Inactive", "Mlocked"}) {
    add(name, 0);
  }
  add("SwapTotal", swap);
  add("SwapFree", swap);
  for (const char* name : {"Dirty", "Writeback", "AnonPages", "Mapped", "Shmem",
                           "Slab", "PageTables"}) {
    add(name, 0);
  }
  return text + SelectLines(real, {"Hugepagesize:"});
}

// The cores of the machine, all of them idle since the start.
std::string Stat() {
  std::istringstream lines(ContentOf("/proc/stat"));
  std::string text;
  std::string boot;
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find(' '));
    if (name.starts_with("cpu")) {
      absl::StrAppend(&text, name, name == "cpu" ? " " : "",
                      " 0 0 0 0 0 0 0 0 0 0\n");
    } else if (name == "btime") {
      boot = line + "\n";
    }
  }
  return text + "intr 0\nctxt 0\n" + boot +
         "processes 1\nprocs_running 1\nprocs_blocked 0\n"
         "softirq 0 0 0 0 0 0 0 0 0 0 0\n";
}

std::vector<ConstantFile> Files() {
  std::vector<ConstantFile> files = {
      {kEmptyFile, ""},
      {"cpuinfo", ContentOf("/proc/cpuinfo")},
      {"loadavg", "0.00 0.00 0.00 1/1 1\n"},
      {"meminfo", Meminfo()},
      {"stat", Stat()},
      {"swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"},
      {"uptime", ContentOf("/proc/uptime")},
      {"sys/fs/aio-nr", "0\n"},
      {"sys/fs/file-nr", "0\t0\t" + ContentOf("/proc/sys/fs/file-max")},
      {"sys/kernel/hostname", "bot\n"},
      {"sys/kernel/random/entropy_avail", "256\n"},
      {"sys/user/max_user_namespaces", "0\n"}};
  std::error_code error;
  for (const char* name : kSettings) {
    const fs::path path = fs::path("/proc/sys") / name;
    if (!fs::exists(path, error)) continue;
    files.push_back({std::string("sys/") + name, ContentOf(path)});
  }
  return files;
}

// All folders above `files`, outer ones first.
std::vector<std::string> ListFolders(const std::vector<ConstantFile>& files) {
  std::set<std::string> folders = {kEmptyFolder};
  for (const ConstantFile& file : files) {
    for (fs::path folder = fs::path(file.path).parent_path(); !folder.empty();
         folder = folder.parent_path()) {
      folders.insert(folder.string());
    }
  }
  return {folders.begin(), folders.end()};
}

bool IsCovered(const std::string& name) {
  const bool is_process = std::ranges::all_of(
      name, [](unsigned char digit) { return std::isdigit(digit) != 0; });
  return !is_process &&
         std::ranges::find(kUncovered, name) == std::end(kUncovered);
}

ProcCover CoverOf(const std::string& name, bool is_folder,
                  const ConstantProc& own) {
  const bool is_constant =
      std::ranges::find(own.folders, name) != own.folders.end() ||
      std::ranges::any_of(own.files, [&name](const ConstantFile& file) {
        return file.path == name;
      });
  if (is_constant) return {name, name};
  return {name, is_folder ? kEmptyFolder : kEmptyFile};
}

std::vector<ProcCover> CoversBy(const ConstantProc& own) {
  std::map<std::string, bool> is_folder;  // by name
  for (const char* name : kCounters) is_folder[name] = false;
  for (const char* name : {"sys", "pressure", "sysvipc", "fs", "driver"}) {
    is_folder[name] = true;
  }
  // bwrap, the first process, is in the network of the machine.
  is_folder["1"] = true;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    if (!IsCovered(name) || entry.is_symlink(error)) continue;
    is_folder[name] = entry.is_directory(error);
  }
  std::vector<ProcCover> covers;
  covers.reserve(is_folder.size());
  for (const auto& [name, folder] : is_folder) {
    covers.push_back(CoverOf(name, folder, own));
  }
  return covers;
}

ConstantProc MakeConstantProc() {
  ConstantProc proc;
  proc.files = Files();
  proc.folders = ListFolders(proc.files);
  proc.covers = CoversBy(proc);
  return proc;
}

// Fills the orders, which point into the other vectors.
void AddOrders(ConstantProc& proc) {
  for (const std::string& folder : proc.folders) {
    proc.constants.push_back({.path = folder.c_str()});
  }
  for (const ConstantFile& file : proc.files) {
    proc.constants.push_back(
        {.path = file.path.c_str(), .content = file.content.c_str()});
  }
  proc.covered.reserve(proc.covers.size());
  for (const ProcCover& cover : proc.covers) {
    proc.covered.push_back(
        {.name = cover.name.c_str(), .cover = cover.cover.c_str()});
  }
}

// Moving the vectors keeps the strings in them where they are.
const ConstantProc& ConstantProcOfThisMachine() {
  static const ConstantProc kProc = [] {
    ConstantProc proc = MakeConstantProc();
    AddOrders(proc);
    return proc;
  }();
  return kProc;
}

}  // namespace

ProcOrders ProcOrdersFor(const std::string& folder) {
  const ConstantProc& proc = ConstantProcOfThisMachine();
  return {.folder = folder.c_str(),
          .constants = proc.constants,
          .covers = proc.covered};
}

}  // namespace couillon::arena
