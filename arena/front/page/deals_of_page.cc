// Blocks of deals, each compressed on its own, and an index of what they hold.

#include "arena/front/page/deals_of_page.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/front/page/gzip.h"
#include "arena/front/page/report_page.h"
#include "arena/front/replay/deals_json.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// The bytes of the index per unit are at most this.
constexpr std::size_t kIndexBytesPerUnit = 24;

constexpr char kDealsBegin[] =
    "<script id=\"couillon-deals\" type=\"application/json\">";
constexpr char kDealsEnd[] = "</script>";

std::string TextOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Collects units until there is no room for more.
class Blocks {
 public:
  Blocks(const RecordedRounds& rounds, std::size_t most_bytes)
      : rounds_(rounds), most_bytes_(most_bytes), index_(rounds.Head()) {
    index_["units"] = Json::array();
  }

  [[nodiscard]] bool full() const { return full_; }

  void Add(const ReplayedUnit& unit) {
    if (unit.items.empty()) return;
    const CompiledRules& rules = rounds_.RulesOf(unit.unit);
    Json json = {{"unit", unit.unit.number}, {"items", Json::array()}};
    for (const ReplayedItem& item : unit.items) {
      json["items"].push_back(ItemJson(rules, item, nullptr));
      for (const ReplayedTable& table : item.tables) {
        deals_ += static_cast<std::int64_t>(table.deals.size());
      }
    }
    Json head = UnitHead(unit.unit);
    head["block"] = blocks_.size();
    units_.push_back(std::move(head));
    absl::StrAppend(&text_, text_.empty() ? "[" : ",", TextOf(json));
    if (text_.size() >= kDealBlockBytes) Close();
  }

  // Ends the last block and returns all of them.
  Json Finish(std::int64_t recorded) {
    if (!full_ && !text_.empty()) Close();
    return {{"recorded", recorded},
            {"held", held_},
            {"index", GzippedInBase64(TextOf(index_))},
            {"blocks", blocks_}};
  }

 private:
  // Ends the block under way; drops it if there is no room for it.
  void Close() {
    std::string packed = GzippedInBase64(text_ + "]");
    const std::size_t index_bytes =
        (index_["units"].size() + units_.size()) * kIndexBytesPerUnit;
    if (bytes_ + packed.size() + index_bytes > most_bytes_) {
      full_ = true;
      return;
    }
    bytes_ += packed.size();
    blocks_.push_back(std::move(packed));
    for (Json& unit : units_) index_["units"].push_back(std::move(unit));
    held_ += deals_;
    units_.clear();
    text_.clear();
    deals_ = 0;
  }

  const RecordedRounds& rounds_;
  std::size_t most_bytes_;
  Json index_;
  Json blocks_ = Json::array();
  std::size_t bytes_ = 0;  // of blocks_
  std::int64_t held_ = 0;  // deals in blocks_
  bool full_ = false;
  // The block under way.
  std::string text_;
  std::vector<Json> units_;
  std::int64_t deals_ = 0;
};

}  // namespace

absl::StatusOr<Json> DealsOfPage(const RecordedRounds& rounds,
                                 std::size_t most_bytes) {
  Blocks blocks(rounds, most_bytes);
  RETURN_IF_ERROR(rounds.ForEach(
      [&blocks](const ReplayedUnit& unit) -> absl::StatusOr<bool> {
        blocks.Add(unit);
        return !blocks.full();
      }));
  return blocks.Finish(rounds.deals());
}

std::string PageWithDeals(const std::string& page, const Json& deals) {
  // The data has no "<": see ScriptJson.
  const std::size_t data = page.find("<script id=\"couillon-data\"");
  COUILLON_CHECK(data != std::string::npos);
  const std::size_t end = page.find(kDealsEnd, data);
  COUILLON_CHECK(end != std::string::npos);
  std::string filled = page;
  filled.insert(end + sizeof(kDealsEnd) - 1,
                absl::StrCat(kDealsBegin, ScriptJson(deals), kDealsEnd));
  return filled;
}

absl::StatusOr<std::string> ReadPageWithDeals(const std::string& directory,
                                              const std::string& page) {
  if (!HasRecordedDeals(directory)) return page;
  ASSIGN_OR_RETURN(const RecordedRounds rounds,
                   RecordedRounds::Open(directory));
  const std::size_t left = kMaxPageBytes - std::min(kMaxPageBytes, page.size());
  ASSIGN_OR_RETURN(const Json deals, DealsOfPage(rounds, left));
  return PageWithDeals(page, deals);
}

}  // namespace couillon::arena
