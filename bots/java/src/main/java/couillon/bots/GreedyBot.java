package couillon.bots;

import couillon.bot.*;
import couillon.v1.BotServiceOuterClass.Phase;

/** Wants two trumps, leads its dearest card, takes tricks with its cheapest. */
final class GreedyBot {
  /** Rates the suit that an action makes trumps: by own cards, points, lowest suit. */
  private static int trumps(Observation seen, Action action) {
    CardSet own = seen.suitOf(action).map(suit -> seen.own().of(suit)).orElse(CardSet.EMPTY);
    int lower = seen.suitOf(action).map(suit -> 3 - suit.ordinal()).orElse(0);
    return 10_000 * own.size() + 100 * seen.points(own) + 25 * lower;
  }

  /** Rates an action; of equals the one with the lowest number is taken. */
  private static int value(Observation seen, Action action) {
    if (action.equals(Action.PASS) || action.equals(Action.DEFER)) return 20_000 - 1; // two cards
    if (action.equals(Action.KONTRA) || action.equals(Action.RE)) return -1;
    if (action.number() > Action.DEFER.number()) return 0; // pick the first, say Mit', or nothing
    int worth = action.isCard() ? seen.worth(action.card()) : 0;
    if (seen.phase() == Phase.PHASE_TRUMP) return trumps(seen, action) - worth;
    return seen.winningCard()
        .map(winning -> seen.beats(action.card(), winning) ? 100 - worth : -worth)
        .orElse(worth);
  }

  public static void main(String[] arguments) {
    BotServer.serve(
        BotInfo.of("greedy", "1", "couillon"),
        seen -> seen.legal().best(action -> value(seen, action)));
  }
}
