package couillon.bot;

/** One of 32 cards: suit * 8 + rank. There is one object per card. */
public final class Card implements Comparable<Card> {
  static final String RANKS = "789TJQKA"; // the rank of a card is its index
  private static final String SUITS = "CDHS";
  private static final Card[] ALL = new Card[32];

  static {
    for (int index = 0; index < ALL.length; ++index) ALL[index] = new Card(index);
  }

  private final int index;

  private Card(int index) {
    this.index = index;
  }

  /** The card of a number from 0 to 31. */
  public static Card of(int index) {
    return ALL[index];
  }

  /**
   * Reads "AS" or "TD".
   *
   * @throws IllegalArgumentException if it is no card
   */
  public static Card parse(String text) {
    int rank = text.length() == 2 ? RANKS.indexOf(text.charAt(0)) : -1;
    int suit = text.length() == 2 ? SUITS.indexOf(text.charAt(1)) : -1;
    if (rank < 0 || suit < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a card such as \"AS\" or \"TD\"");
    }
    return of(suit * 8 + rank);
  }

  /** 0 to 31. */
  public int index() {
    return index;
  }

  /** The suit printed on it; a promoted card may belong to trumps instead. */
  public Suit suit() {
    return Suit.of(index >> 3);
  }

  /** The rank printed on it: 0 for the seven to 7 for the ace. */
  public int rank() {
    return index & 7;
  }

  @Override
  public int compareTo(Card other) {
    return Integer.compare(index, other.index);
  }

  /** Writes it: "AS". */
  @Override
  public String toString() {
    return "" + RANKS.charAt(rank()) + SUITS.charAt(index >> 3);
  }
}
