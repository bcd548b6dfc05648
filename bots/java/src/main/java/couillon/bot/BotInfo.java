package couillon.bot;

import java.util.List;

/**
 * A bot's name, rulesets and limits, for the referee.
 *
 * @param rulesets ids of those it plays; none for all
 * @param maxBatch maximum number of decisions in a message; 0 for no limit
 * @param maxInFlight maximum number of unanswered messages; 0 for no limit
 * @param wantsResults whether {@link Bot#onResult} is called
 */
public record BotInfo(
    String name,
    String version,
    String author,
    List<String> rulesets,
    int maxBatch,
    int maxInFlight,
    boolean wantsResults) {
  /** Of a bot that does not want results. */
  public BotInfo(
      String name,
      String version,
      String author,
      List<String> rulesets,
      int maxBatch,
      int maxInFlight) {
    this(name, version, author, rulesets, maxBatch, maxInFlight, false);
  }

  /** Of a bot that plays everything without limits. */
  public static BotInfo of(String name, String version, String author) {
    return new BotInfo(name, version, author, List.of(), 0, 0);
  }

  /** The same with {@link #wantsResults} set. */
  public BotInfo withResults() {
    return new BotInfo(name, version, author, rulesets, maxBatch, maxInFlight, true);
  }
}
