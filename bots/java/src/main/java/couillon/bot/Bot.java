package couillon.bot;

import couillon.v1.BotServiceOuterClass.TableResult;

/** A bot: one function. It is called by one thread at a time. */
@FunctionalInterface
public interface Bot {
  /** Takes what a seat may see and returns a legal action. */
  Action decide(Observation seen);

  /**
   * Takes the result of a table that the bot has played; which table is not said. Called if {@link
   * BotInfo#wantsResults} is set. A bot whose decisions depend on results is not reproducible.
   */
  default void onResult(Rules rules, TableResult result) {}
}
