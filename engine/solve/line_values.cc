// The kernel of line_values.h for every instruction set, and the detection of
// those of the machine. Highway includes this file once per instruction set.
#include "engine/solve/line_values.h"

// Clang-tidy reads the part for machines without vectors.
// NOLINTBEGIN(misc-include-cleaner)
#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solve/line_values.cc"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h, which includes this file repeatedly.
#include "hwy/highway.h"

// Machines without vectors have no kernel.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
// NOLINTEND(misc-include-cleaner)

#include "engine/solve/line_values-inl.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
namespace {

using ChoiceTag = hn::FixedTag<std::uint8_t, 16>;
constexpr ChoiceTag kChoice;
using ChoiceBytes = hn::Vec<ChoiceTag>;

// For each byte, the one that number of bytes further; those beyond the last
// byte are any, and not in use.
ChoiceBytes Further(ChoiceBytes bytes, std::size_t by) {
  return hn::TableLookupBytes(bytes,
                              hn::Iota(kChoice, static_cast<std::uint8_t>(by)));
}

// The first byte is what the leader's side gets with one lead; `values` are of
// its lines.
ChoiceBytes ValueOfLines(const LinesOfLead& lead, const std::uint8_t* values) {
  const auto load = [values](std::size_t at) {
    return hn::LoadU(kChoice, values + at);
  };
  const ChoiceBytes third =
      hn::Min(hn::Min(load(0), load(lead.last[0])), load(lead.last[1]));
  const ChoiceBytes second =
      hn::Max(hn::Max(third, Further(third, lead.third[0])),
              Further(third, lead.third[1]));
  return hn::Min(hn::Min(second, Further(second, lead.second[0])),
                 Further(second, lead.second[1]));
}

int FindValue(const ThreeTricks& tricks, const LinesOfLeads& leads) {
  // Not cleared as a whole: later loads would wait for it. The last lines of a
  // lead are loaded with bytes after them.
  alignas(LinesOfLeads::kRoom)
      std::array<std::uint8_t, sizeof(leads.lines) + LinesOfLeads::kRoom>
          values;
  std::size_t i = 0;
  for (; i < leads.count; i += hn::Lanes(kLine)) {
    hn::StoreU(ValuesOf(tricks, hn::LoadU(kLine, &leads.lines[i])), kLine,
               &values[i]);
  }
  for (std::size_t end = i + LinesOfLeads::kRoom; i < end;
       i += hn::Lanes(kLine)) {
    hn::StoreU(hn::Zero(kLine), kLine, &values[i]);
  }
  const std::uint8_t* of_lead = values.data();
  ChoiceBytes best = hn::Zero(kChoice);
  for (std::size_t lead = 0; lead < leads.lead_count; ++lead) {
    best = hn::Max(best, ValueOfLines(*leads.leads[lead], of_lead));
    of_lead += leads.leads[lead]->count;
  }
  return hn::GetLane(best);
}

}  // namespace

bool FillLineTarget(LineTarget& target) {
  target.value = FindValue;
  return true;
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
bool FillLineTarget(LineTarget& /*target*/) { return false; }
}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE

#include "engine/cards/vector_targets.h"

namespace couillon {
namespace {

HWY_EXPORT(FillLineTarget);

}  // namespace

std::vector<LineTarget> FindLineTargets() {
  std::vector<LineTarget> targets =
      FindTargets<LineTarget>(HWY_DISPATCH_TABLE(FillLineTarget));
  // 32 lanes are enough, and masks in registers of their own make AVX-512
  // slower here (bench/notes/solver.md).
  const auto is_wide = [](const LineTarget& target) {
    return target.name == "AVX2";
  };
  std::stable_partition(targets.begin(), targets.end(), is_wide);
  return targets;
}

}  // namespace couillon

#endif  // HWY_ONCE
