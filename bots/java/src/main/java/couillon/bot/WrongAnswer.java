package couillon.bot;

/** The bot returned something else than an action. It has no calls: none of them is the bot's. */
final class WrongAnswer extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongAnswer(Object returned) {
    super(
        "the bot has to return a card or an action, 0 to "
            + Action.NOTHING.number()
            + ", but returned "
            + returned,
        null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
  }
}
