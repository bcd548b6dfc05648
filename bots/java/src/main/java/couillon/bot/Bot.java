package couillon.bot;

/** A bot: one function. It is called by one thread at a time. */
@FunctionalInterface
public interface Bot {
  /** Takes what a seat may see and returns a legal action. */
  Action decide(Observation seen);
}
