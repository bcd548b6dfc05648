package couillon.bot;

import couillon.v1.BotServiceOuterClass.Decision;
import couillon.v1.BotServiceOuterClass.DescribeResponse;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import couillon.v1.BotServiceOuterClass.TableResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One stream of messages to a bot, with the rulesets that came with it. */
final class PlaySession {
  private final Bot bot;
  private final Map<Integer, Rules> rulesets = new HashMap<>();

  PlaySession(Bot bot) {
    this.bot = bot;
  }

  static DescribeResponse describe(BotInfo info) {
    return DescribeResponse.newBuilder()
        .setName(info.name())
        .setVersion(info.version())
        .setAuthor(info.author())
        .addAllRulesets(info.rulesets())
        .setMaxBatch(info.maxBatch())
        .setMaxInFlight(info.maxInFlight())
        .setWantsResults(info.wantsResults())
        .setSdk(Sdk.NAME)
        .build();
  }

  /** Returns the answer to a message; none if it asks nothing. */
  Optional<PlayResponse> answer(PlayRequest request) throws BotFailed {
    try {
      for (var sent : request.getRulesetsList()) {
        rulesets.put(sent.getHandle(), new Rules(sent.getRuleset(), sent.getHash()));
      }
      Optional<PlayResponse> response = Optional.empty();
      if (request.getDecisionsCount() > 0) response = Optional.of(decide(request));
      for (TableResult result : request.getResultsList()) {
        bot.onResult(rules(result.getRulesetHandle()), result);
      }
      return response;
    } catch (Throwable failure) { // whatever it is, the bot has no answer
      throw new BotFailed(failure);
    }
  }

  private PlayResponse decide(PlayRequest request) {
    PlayResponse.Builder response = PlayResponse.newBuilder();
    for (Decision decision : request.getDecisionsList()) {
      Rules rules = rules(decision.getRulesetHandle());
      Action action = bot.decide(new Observation(decision, rules));
      if (action == null) throw new WrongAnswer(null);
      int number = action.number();
      if (number < 0 || number > Action.NOTHING.number()) throw new WrongAnswer(number);
      response.addDecisionIds(decision.getDecisionId()).addActions(number);
    }
    return response.build();
  }

  private Rules rules(int handle) {
    Rules rules = rulesets.get(handle);
    if (rules == null) {
      throw new IllegalStateException("ruleset " + handle + " was never sent");
    }
    return rules;
  }
}
