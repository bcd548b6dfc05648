package couillon.bot;

import couillon.v1.BotServiceOuterClass.Decision;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** One stream of decisions: answers every message with one message. */
final class PlayStream implements StreamObserver<PlayRequest> {
  private final Bot bot;
  private final StreamObserver<PlayResponse> answers;
  private final Map<Integer, Rules> rulesets = new HashMap<>();
  private boolean ended;

  PlayStream(Bot bot, StreamObserver<PlayResponse> answers) {
    this.bot = bot;
    this.answers = answers;
  }

  @Override
  public void onNext(PlayRequest request) {
    if (ended) return;
    try {
      for (var sent : request.getRulesetsList()) {
        rulesets.put(sent.getHandle(), new Rules(sent.getRuleset(), sent.getHash()));
      }
      if (request.getDecisionsCount() > 0) answers.onNext(answer(request));
    } catch (Exception | LinkageError | StackOverflowError | AssertionError failure) {
      ended = true;
      print(failure);
      answers.onError(
          Status.INTERNAL.withDescription("the bot failed: " + failure).asRuntimeException());
    }
  }

  /** Omits the callers of this stream: the referee keeps only 4096 bytes of stderr. */
  private static void print(Throwable failure) {
    String here = PlayStream.class.getName();
    failure.setStackTrace(
        Arrays.stream(failure.getStackTrace())
            .takeWhile(call -> !call.getClassName().equals(here))
            .toArray(StackTraceElement[]::new));
    failure.printStackTrace();
  }

  private PlayResponse answer(PlayRequest request) {
    PlayResponse.Builder response = PlayResponse.newBuilder();
    for (Decision decision : request.getDecisionsList()) {
      Rules rules = rulesets.get(decision.getRulesetHandle());
      if (rules == null) {
        throw new IllegalStateException(
            "ruleset " + decision.getRulesetHandle() + " was never sent");
      }
      Action action = bot.decide(new Observation(decision, rules));
      response.addDecisionIds(decision.getDecisionId()).addActions(action.number());
    }
    return response.build();
  }

  @Override
  public void onError(Throwable gone) {
    ended = true; // the referee has ended the call
  }

  @Override
  public void onCompleted() {
    if (!ended) answers.onCompleted();
  }
}
