package couillon.bot;

/** One of the four suits, in the order of their numbers. */
public enum Suit {
  CLUBS,
  DIAMONDS,
  HEARTS,
  SPADES;

  private static final Suit[] ALL = values();

  /** The suit of a number from 0 to 3. */
  public static Suit of(int number) {
    return ALL[number];
  }
}
