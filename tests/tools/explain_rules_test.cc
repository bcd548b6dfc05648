#include "tools/explain/explain_rules.h"

#include <gtest/gtest.h>

#include <functional>
#include <variant>

#include "absl/status/statusor.h"
#include "engine/cards/card.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"

namespace couillon {
namespace {

using tests::Rules;
using tests::SpecsOf;

std::string Explain(const CompiledRules& rules) {
  std::string text;
  for (const tools::ExplainedSection& section : tools::ExplainRules(rules)) {
    EXPECT_FALSE(section.heading.empty());
    EXPECT_FALSE(section.sentences.empty()) << section.heading;
    text += section.heading + "\n";
    for (const std::string& sentence : section.sentences) {
      EXPECT_TRUE(sentence.ends_with(".")) << sentence;
      EXPECT_EQ(sentence.find("  "), std::string::npos) << sentence;
      text += sentence + "\n";
    }
  }
  return text;
}

std::string Explain(const Ruleset& ruleset) {
  const absl::StatusOr<CompiledRules> rules = CompileRules(ruleset);
  if (!rules.ok()) {
    ADD_FAILURE() << rules.status().message();
    return "";
  }
  return Explain(*rules);
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <typename Kind>
bool HasStep(const Ruleset& rules) {
  for (const Step& step : rules.script) {
    if (std::holds_alternative<Kind>(step)) return true;
  }
  return false;
}

bool Carries(const Ruleset& rules) {
  return rules.scoring.bonus_on_tie || rules.scoring.bonus_on_abandon;
}

// What has to be said exactly when a ruleset has a knob set.
struct Phrase {
  const char* words;
  bool (*wanted)(const Ruleset&);
};

using R = Ruleset;
constexpr Phrase kPhrases[] = {
    {"anticlockwise",
     [](const R& r) { return r.table.direction == Direction::kAnticlockwise; }},
    {"each for himself",
     [](const R& r) { return r.table.players == r.table.sides; }},
    {"left out", [](const R& r) { return !r.table.removed.empty(); }},
    {"A covered card cannot be played",
     [](const R& r) { return r.table.layout != Layout::kNone; }},
    {"lie on the table in columns",
     [](const R& r) { return r.table.layout != Layout::kNone; }},
    {"it is a dummy",
     [](const R& r) { return r.table.layout == Layout::kDummy; }},
    {"are the stock", HasStep<StockStep>},
    {"the talon. Nobody", HasStep<TalonStep>},
    {"proposed as trumps", HasStep<OfferStep>},
    {"names trumps", HasStep<NameStep>},
    {"points at one of two cards", HasStep<BlindStep>},
    {"thrown in: it is not played", HasStep<AbandonStep>},
    {"The maker leads", [](const R& r) { return r.lead == Lead::kMaker; }},
    {"either follow suit or trump",
     [](const R& r) { return r.play.trump_when_able; }},
    {"must follow suit", [](const R& r) { return !r.play.trump_when_able; }},
    {"must trump if he can",
     [](const R& r) { return r.play.must_trump_when_void; }},
    {"must overtrump", [](const R& r) { return r.play.must_overtrump; }},
    {"must beat the best card",
     [](const R& r) {
       return r.play.head_plain == Head::kBest ||
              r.play.head_trump == Head::kBest;
     }},
    {"card played just before his",
     [](const R& r) {
       return r.play.head_plain == Head::kPrevious ||
              r.play.head_trump == Head::kPrevious;
     }},
    {"While there are cards in the stock",
     [](const R& r) { return r.play.free_while_stock; }},
    {"whatever the trump suit",
     [](const R& r) { return !r.special.permanent_trumps.empty(); }},
    {"declare it as the Mit'",
     [](const R& r) { return r.special.mit.has_value(); }},
    {"may say Kontra",
     [](const R& r) { return r.special.mit && r.special.mit->kontra; }},
    {"may say Re",
     [](const R& r) { return r.special.mit && r.special.mit->re; }},
    {"before the first lead",
     [](const R& r) {
       return r.special.mit && r.special.mit->window == MitWindow::kPreLead;
     }},
    {"before any card of the first trick",
     [](const R& r) {
       return r.special.mit && r.special.mit->window == MitWindow::kOpen;
     }},
    {"if they took every trick", [](const R& r) { return r.scoring.vole > 0; }},
    {"Makers win only with more than",
     [](const R& r) { return r.scoring.makers_must_exceed > 0; }},
    {"If they had declared the Mit' themselves",
     [](const R& r) {
       return r.special.mit &&
              r.scoring.maker_loss_if_mit != r.scoring.maker_loss;
     }},
    {"every side erases", [](const R& r) { return r.scoring.tie_both > 0; }},
    {"is a tie: makers add",
     [](const R& r) {
       return r.scoring.maker_loss_on_tie > 0 && r.scoring.tie_both == 0;
     }},
    {"After a tie", [](const R& r) { return r.scoring.bonus_on_tie; }},
    {"a deal thrown in the next",
     [](const R& r) { return r.scoring.bonus_on_abandon; }},
    {"Nothing is carried over", [](const R& r) { return !Carries(r); }},
    {"A tie meanwhile does not end",
     [](const R& r) {
       return r.scoring.bonus_on_abandon && !r.scoring.bonus_on_tie;
     }},
    {"thrown in meanwhile does not end",
     [](const R& r) {
       return r.scoring.bonus_on_tie && !r.scoring.bonus_on_abandon &&
              HasStep<AbandonStep>(r);
     }},
    {"The makers are the side",
     [](const R& r) { return r.table.players != r.table.sides; }},
    {"add up.",
     [](const R& r) { return Carries(r) && r.scoring.bonus_accumulates; }},
    {"add as much on top",
     [](const R& r) { return Carries(r) && r.scoring.bonus_adds_penalty; }},
    {"boucle",
     [](const R& r) {
       return r.scoring.penalty_mark == PenaltyMark::kBoucle &&
              r.scoring.maker_loss > 0;
     }},
    {"two cows", [](const R& r) { return r.match.cows_to_win == 2; }},
    {"whatever the score", [](const R& r) { return r.match.fixed_deals > 0; }},
    {"at the latest the match stops",
     [](const R& r) { return r.match.max_deals > 0; }},
    {"below zero", [](const R& r) { return !r.match.clamp_at_zero; }},
    {"the same dealer deals again",
     [](const R& r) {
       return r.match.same_dealer_after_tie ||
              r.match.same_dealer_after_abandon;
     }},
};

class ExplainRulesetTest : public testing::TestWithParam<std::string> {};

TEST_P(ExplainRulesetTest, SaysWhatTheKnobsSayAndNothingElse) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    const std::string text = Explain(rules);
    for (const Phrase& phrase : kPhrases) {
      EXPECT_EQ(Has(text, phrase.words), phrase.wanted(rules.ruleset))
          << spec << ": " << phrase.words << "\n"
          << text;
    }
  }
}

TEST_P(ExplainRulesetTest, DoesNotLookAtNames) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    Ruleset renamed = rules.ruleset;
    renamed.id = "another";
    renamed.title = "Another Title";
    renamed.summary = "";
    renamed.sources.clear();
    renamed.decisions.clear();
    renamed.switches.clear();
    EXPECT_EQ(Explain(rules), Explain(renamed)) << spec;
  }
}

TEST_P(ExplainRulesetTest, EverySwitchThatChangesAKnobChangesTheText) {
  const std::vector<std::string> specs = SpecsOf(GetParam());
  const CompiledRules base = Rules(specs.front());
  for (const std::string& spec : specs) {
    const CompiledRules rules = Rules(spec);
    if (wire::CanonicalText(rules.ruleset) ==
        wire::CanonicalText(base.ruleset)) {
      continue;
    }
    EXPECT_NE(Explain(base), Explain(rules)) << spec;
  }
}

INSTANTIATE_TEST_SUITE_P(AllRulesets, ExplainRulesetTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& each) {
                           return tests::TestName(each.param);
                         });

// A change of one number, and what has to be said of it.
struct Change {
  const char* words;
  std::function<void(Ruleset&)> change;
};

TEST(ExplainRulesTest, SaysEveryNumber) {
  const std::vector<Change> changes = {
      {"an ace 9", [](R& r) { r.table.card_points[0] = 9; }},
      {"erases three game points", [](R& r) { r.scoring.win = 3; }},
      {"six game points more if they took every trick",
       [](R& r) { r.scoring.vole = 6; }},
      {"four game points more if the Mit' was declared",
       [](R& r) { r.scoring.mit = 4; }},
      {"five game points more after a Kontra",
       [](R& r) { r.scoring.kontra = 5; }},
      {"seven game points more after a Re", [](R& r) { r.scoring.re = 7; }},
      {"Makers who lose add eight game points",
       [](R& r) { r.scoring.maker_loss = 8; }},
      {"Makers who lose add nothing", [](R& r) { r.scoring.maker_loss = 0; }},
      {"themselves, it is nine game points",
       [](R& r) { r.scoring.maker_loss_if_mit = 9; }},
      {"more than 23 card points",
       [](R& r) { r.scoring.makers_must_exceed = 23; }},
      {"erases two game points and makers add three game points",
       [](R& r) {
         r.scoring.tie_both = 2;
         r.scoring.maker_loss_on_tie = 3;
       }},
      {"After a tie or a deal thrown in the next winners erase four game "
       "points more",
       [](R& r) {
         r.scoring.bonus_on_tie = true;
         r.scoring.bonus_on_abandon = true;
         r.scoring.bonus_units = 4;
       }},
      {"starts with 40 game points", [](R& r) { r.match.targets = {40}; }},
      {"first side with five cows", [](R& r) { r.match.cows_to_win = 5; }},
      {"The match has seven deals", [](R& r) { r.match.fixed_deals = 7; }},
      {"After 33 deals at the latest", [](R& r) { r.match.max_deals = 33; }},
      {"that has erased most in all",
       [](R& r) {
         r.match.max_deals = 5;
         r.match.max_deals_winner = MaxDealsWinner::kMaxErased;
       }},
      {"after a tie or a deal that was thrown in the same dealer",
       [](R& r) {
         r.match.same_dealer_after_tie = true;
         r.match.same_dealer_after_abandon = true;
       }},
      {"the jack of hearts and the ten of clubs",
       [](R& r) {
         r.special.permanent_trumps = {Card(Suit::kHearts, Rank::kJack),
                                       Card(Suit::kClubs, Rank::kTen)};
       }},
      {"The Mit' is the nine of diamonds",
       [](R& r) { r.special.mit->card = Card(Suit::kDiamonds, Rank::kNine); }},
  };
  const Ruleset base = Rules("mit-malmedy").ruleset;
  const std::string before = Explain(base);
  for (const Change& change : changes) {
    Ruleset changed = base;
    change.change(changed);
    const std::string after = Explain(changed);
    EXPECT_FALSE(Has(before, change.words)) << change.words;
    EXPECT_TRUE(Has(after, change.words)) << change.words << "\n" << after;
  }
}

TEST(ExplainRulesTest, TellsARunOfOffersAsOne) {
  const std::string text = Explain(Rules("ardennes"));
  EXPECT_TRUE(Has(text, "and so on up to the bottom card of the talon"));
  EXPECT_FALSE(Has(text, "the second card of the talon"));
}

TEST(ExplainRulesTest, NamesCardsByTheirPlace) {
  EXPECT_TRUE(Has(Explain(Rules("tongres")), "the dealer's sixth card"));
  EXPECT_TRUE(Has(Explain(Rules("force-gerver")), "eldest's fifth card"));
  EXPECT_TRUE(Has(Explain(Rules("force-fr")),
                  "the second card of the talon and the third card"));
}

TEST(ExplainRulesTest, ACardDealtFaceUpIsNotTurnedUp) {
  EXPECT_TRUE(
      Has(Explain(Rules("kwajongen")),
          "The dealer's first card lies open, and its suit is proposed"));
  EXPECT_TRUE(Has(Explain(Rules("basic-gerver")),
                  "The top card of the talon is turned up and its suit"));
}

TEST(ExplainRulesTest, CardsDealtUnderOthersAreFaceDown) {
  EXPECT_TRUE(Has(Explain(Rules("troeven-2-layout")),
                  "in turn, from eldest, face down."));
  EXPECT_FALSE(Has(Explain(Rules("troeven")), "face down"));
}

TEST(ExplainRulesTest, TheDummyIsTheMakerIfItsPartnerNamesTrumps) {
  EXPECT_TRUE(
      Has(Explain(Rules("troeven-3-dummy")), "The dummy is the maker."));
}

TEST(ExplainRulesTest, LaterCowsAreNamedOnlyIfAMatchMayHaveThem) {
  Ruleset rules = Rules("kujong").ruleset;
  EXPECT_TRUE(Has(Explain(rules), "five lines in the third; the first"));
  rules.match.cows_to_win = 3;
  EXPECT_TRUE(
      Has(Explain(rules), "five lines in the third and any later one;"));
}

TEST(ExplainRulesTest, AloneAPlayerHasHisOwnTricks) {
  EXPECT_TRUE(Has(Explain(Rules("troeven-3-solo")), "points in his tricks"));
  EXPECT_TRUE(Has(Explain(Rules("troeven")), "points in its tricks"));
}

TEST(ExplainRulesTest, TellsTheOrderOfTrumps) {
  EXPECT_TRUE(Has(Explain(Rules("mit-malmedy+red-queens")),
                  "Hearts as trumps with the Mit' declared: AH QS QC QH QD KH "
                  "JH TH 9H."));
}

}  // namespace
}  // namespace couillon
