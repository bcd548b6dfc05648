package couillon.bot;

import couillon.v1.RulesetOuterClass.Direction;
import couillon.v1.RulesetOuterClass.Ruleset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A ruleset sent by the referee: what cards are worth and which beats which. */
public final class Rules {
  private final Ruleset message;
  private final String hash;
  private final List<Integer> ranks = new ArrayList<>();
  private final int[] cardPoints = new int[32];
  private final CardSet deck;
  private final List<Card> permanentTrumps;
  private final Optional<Card> mitCard;
  private final Strength[] strengths = new Strength[10];

  /**
   * Reads a ruleset.
   *
   * @throws IllegalArgumentException if a card, a rank or a card point is missing or wrong
   */
  public Rules(Ruleset message, String hash) {
    this.message = message;
    this.hash = hash;
    var table = message.getTable();
    if (table.getCardPointsCount() < table.getRanks().length()) {
      throw new IllegalArgumentException(
          "ruleset " + message.getId() + ": table.card_points has not one for every rank");
    }
    int pack = 0;
    for (int i = 0; i < table.getRanks().length(); ++i) {
      int rank = Card.RANKS.indexOf(table.getRanks().charAt(i));
      if (rank < 0) {
        throw new IllegalArgumentException(
            "ruleset " + message.getId() + ": table.ranks is " + table.getRanks());
      }
      ranks.add(rank);
      for (Suit suit : Suit.values()) {
        int card = suit.ordinal() * 8 + rank;
        cardPoints[card] = table.getCardPoints(i);
        pack |= 1 << card;
      }
    }
    deck = new CardSet(pack & ~CardSet.of(cards(table.getRemovedCardsList())).mask());
    permanentTrumps = cards(message.getSpecial().getPermanentTrumpsList());
    mitCard =
        message.getSpecial().hasMit()
            ? Optional.of(Card.parse(message.getSpecial().getMit().getCard()))
            : Optional.empty();
    for (int suit = 0; suit <= 4; ++suit) {
      Optional<Suit> trump = suit < 4 ? Optional.of(Suit.of(suit)) : Optional.empty();
      strengths[2 * suit] = makeStrength(trump, false);
      strengths[2 * suit + 1] = makeStrength(trump, true);
    }
  }

  private static List<Card> cards(List<String> texts) {
    return texts.stream().map(Card::parse).toList();
  }

  /** The whole ruleset. */
  public Ruleset message() {
    return message;
  }

  /** Its name in reports. */
  public String hash() {
    return hash;
  }

  public int players() {
    return message.getTable().getPlayers();
  }

  public int sides() {
    return message.getTable().getSides();
  }

  /** The seat that plays `turns` turns after a seat. */
  public int seatAfter(int seat, int turns) {
    boolean down = message.getTable().getDirection() == Direction.DIRECTION_ANTICLOCKWISE;
    return Math.floorMod(seat + (down ? -turns : turns), players());
  }

  /** Ranks from the highest to the lowest. */
  public List<Integer> ranks() {
    return ranks;
  }

  /** The card points of a card. */
  public int worth(Card card) {
    return cardPoints[card.index()];
  }

  /** The cards in the pack. */
  public CardSet deck() {
    return deck;
  }

  /** From the highest to the lowest. */
  public List<Card> permanentTrumps() {
    return permanentTrumps;
  }

  public Optional<Card> mitCard() {
    return mitCard;
  }

  /**
   * All trumps from the highest to the lowest: the top rank of the suit, a declared Mit', the
   * permanent trumps, the rest of the suit.
   */
  public List<Card> trumpOrder(Suit trump, boolean mitDeclared) {
    Set<Card> promoted = new LinkedHashSet<>();
    if (mitDeclared) mitCard.ifPresent(promoted::add);
    promoted.addAll(permanentTrumps);
    Set<Card> order = new LinkedHashSet<>();
    for (int rank : ranks) {
      Card card = Card.of(trump.ordinal() * 8 + rank);
      if (!promoted.contains(card)) order.add(card);
      order.addAll(promoted); // after the first rank: later ones find them there
    }
    return order.stream().filter(deck::has).toList();
  }

  /** Which card beats which, with or without trumps. */
  public Strength strength(Optional<Suit> trump, boolean mitDeclared) {
    int suit = trump.isPresent() ? trump.get().ordinal() : 4;
    return strengths[2 * suit + (mitDeclared ? 1 : 0)];
  }

  private Strength makeStrength(Optional<Suit> trump, boolean mitDeclared) {
    int[] masks = new int[32];
    int trumps = 0;
    if (trump.isPresent()) {
      for (Card card : trumpOrder(trump.get(), mitDeclared)) {
        masks[card.index()] = trumps;
        trumps |= 1 << card.index();
      }
    }
    CardSet plain = new CardSet(deck.mask() & ~trumps);
    for (Suit suit : Suit.values()) {
      int above = trumps;
      for (int rank : ranks) {
        Card card = Card.of(suit.ordinal() * 8 + rank);
        if (!plain.has(card)) continue;
        masks[card.index()] = above;
        above |= 1 << card.index();
      }
    }
    return new Strength(new CardSet(trumps), masks);
  }
}
