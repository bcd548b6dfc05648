import couillon.bot.*;
import couillon.v1.BotServiceOuterClass.Phase;

/** {{name}}: a minimal bot. bots/java/README.md lists what an observation has. */
final class Bot {
  // The value from bot.txtpb, or what the league sets in its place.
  private static final int WANTED =
      Integer.parseInt(
          System.getenv().getOrDefault("COUILLON_OPTION_MAKES_TRUMPS_WITH", "2"));

  /** Returns one of seen.legal(); decides from `seen` and nothing else. */
  static Action decide(Observation seen) {
    ActionSet legal = seen.legal();
    if (seen.phase() == Phase.PHASE_PLAY && seen.winningCard().isPresent()) {
      for (Card card : legal.cards()) {
        if (seen.beats(card, seen.winningCard().get())) return Action.of(card);
      }
    }
    if (legal.has(Action.PASS) && seen.upcard().isPresent()) {
      Suit suit = seen.upcard().get().suit();
      if (seen.own().of(suit).size() < WANTED) return Action.PASS;
    }
    return legal.get(seen.random().below(legal.size()));
  }

  public static void main(String[] arguments) {
    BotServer.serve(BotInfo.of("{{name}}", "1", ""), Bot::decide);
  }
}
