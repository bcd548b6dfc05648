package couillon.bot;

import couillon.v1.BotServiceOuterClass.Decision;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.RulesetOuterClass.Ruleset;
import couillon.v1.RulesetOuterClass.Table;

/** Messages of a referee, for tests. */
final class Questions {
  private Questions() {}

  /** Asks for one decision, whose only action is its number modulo 32. */
  static PlayRequest question(int id) {
    Table.Builder table = Table.newBuilder().setRanks("AK").addCardPoints(4).addCardPoints(3);
    PlayRequest.Builder request = PlayRequest.newBuilder();
    request
        .addRulesetsBuilder()
        .setHandle(1)
        .setRuleset(Ruleset.newBuilder().setId("small").setTable(table));
    request.addDecisions(
        Decision.newBuilder().setDecisionId(id).setRulesetHandle(1).setLegalActions(1L << id % 32));
    return request.build();
  }
}
