package couillon.bot;

import java.util.List;

/**
 * What a bot says of itself.
 *
 * @param rulesets ids of those it plays; none for all
 * @param largestBatch most decisions in a message; 0 for no limit
 * @param mostInFlight most unanswered messages; 0 for no limit
 */
public record BotInfo(
    String name,
    String version,
    String author,
    List<String> rulesets,
    int largestBatch,
    int mostInFlight) {
  /** Of a bot that plays everything without limits. */
  public static BotInfo of(String name, String version, String author) {
    return new BotInfo(name, version, author, List.of(), 0, 0);
  }
}
