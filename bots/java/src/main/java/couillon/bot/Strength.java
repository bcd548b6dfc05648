package couillon.bot;

/**
 * Which card beats which under one suit of trumps.
 *
 * @param trumps all of them
 * @param masks by the number of a card, the mask of the cards that beat it
 */
public record Strength(CardSet trumps, int[] masks) {
  /** The cards that beat this one, played to a trick that it wins so far. */
  public CardSet beating(Card card) {
    return new CardSet(masks[card.index()]);
  }

  /** Whether `card`, played to a trick that `other` wins so far, takes it. */
  public boolean beats(Card card, Card other) {
    return (masks[other.index()] >>> card.index() & 1) == 1;
  }
}
