package couillon.bot;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A set of cards, from the lowest number.
 *
 * @param mask bit n stands for card n
 */
public record CardSet(int mask) implements Iterable<Card> {
  public static final CardSet EMPTY = new CardSet(0);

  /** The set of some cards. */
  public static CardSet of(Iterable<Card> cards) {
    int mask = 0;
    for (Card card : cards) mask |= 1 << card.index();
    return new CardSet(mask);
  }

  public boolean has(Card card) {
    return (mask >>> card.index() & 1) == 1;
  }

  public int size() {
    return Integer.bitCount(mask);
  }

  public boolean isEmpty() {
    return mask == 0;
  }

  /** The cards of the set with this suit printed on them. */
  public CardSet of(Suit suit) {
    return new CardSet(mask & 0xff << 8 * suit.ordinal());
  }

  public Stream<Card> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  @Override
  public Iterator<Card> iterator() {
    return new Iterator<>() {
      private int rest = mask;

      @Override
      public boolean hasNext() {
        return rest != 0;
      }

      @Override
      public Card next() {
        if (rest == 0) throw new NoSuchElementException();
        Card card = Card.of(Integer.numberOfTrailingZeros(rest));
        rest &= rest - 1;
        return card;
      }
    };
  }
}
