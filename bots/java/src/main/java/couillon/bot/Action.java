package couillon.bot;

/**
 * What a bot answers.
 *
 * @param number below 32 a card, to play it, or to show it while trumps are made; from there on one
 *     of the constants below
 */
public record Action(int number) {
  private static final Action[] ALL = new Action[64];

  static {
    for (int number = 0; number < ALL.length; ++number) ALL[number] = new Action(number);
  }

  public static final Action PASS = of(32);
  public static final Action TAKE = of(33);
  public static final Action DEFER = of(38);
  public static final Action PICK_FIRST = of(39);
  public static final Action PICK_SECOND = of(40);
  public static final Action MIT = of(41);
  public static final Action KONTRA = of(42);
  public static final Action RE = of(43);
  public static final Action NOTHING = of(44);

  /** The action of a number from 0 to 63. */
  public static Action of(int number) {
    return ALL[number];
  }

  /** To play or to show a card. */
  public static Action of(Card card) {
    return ALL[card.index()];
  }

  /** To name a suit as trumps. */
  public static Action name(Suit suit) {
    return ALL[34 + suit.ordinal()];
  }

  public boolean isCard() {
    return number < 32;
  }

  /** Requires: isCard(). */
  public Card card() {
    return Card.of(number);
  }
}
