package couillon.bot;

import com.google.protobuf.ByteString;
import couillon.v1.BotServiceOuterClass.Decision;
import couillon.v1.BotServiceOuterClass.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One decision, complete in itself: what a seat may see. Fields are decoded when they are read.
 */
public final class Observation {
  private final Decision message;
  private final Rules rules;
  private SplitMix64 random;

  public Observation(Decision message, Rules rules) {
    this.message = message;
    this.rules = rules;
  }

  /** The message as received. */
  public Decision message() {
    return message;
  }

  public Rules rules() {
    return rules;
  }

  /**
   * Seeded with the decision's random seed: a bot that draws from nothing else can be reproduced.
   */
  public SplitMix64 random() {
    if (random == null) random = new SplitMix64(message.getRandomSeed());
    return random;
  }

  /** The kind of the decision. */
  public Phase phase() {
    return message.getPhase();
  }

  /** The seat whose decision it is. */
  public int seat() {
    return message.getSeat();
  }

  /** The seat that takes the decision: seat(), or for a dummy its partner. */
  public int decider() {
    return message.getDecider();
  }

  public int dealer() {
    return message.getDealer();
  }

  /** The legal actions; never empty. */
  public ActionSet legal() {
    return new ActionSet(message.getLegalActions());
  }

  /** Whether showing a legal card names its suit as trumps; if not, it takes the upcard's suit. */
  public boolean naming() {
    return message.getNaming();
  }

  /**
   * The cards that the decider holds and has seen; from a layout those face up. Empty while the
   * decider makes trumps for a dummy.
   */
  public CardSet hand() {
    return new CardSet(message.getHand());
  }

  /** The hand, or for a dummy's decision the dummy's open cards. */
  public CardSet own() {
    return decider() == seat() ? hand() : open(seat());
  }

  /** The cards of a seat that lie face up for all players. */
  public CardSet open(int seat) {
    return seat < message.getOpenCardsCount()
        ? new CardSet(message.getOpenCards(seat))
        : CardSet.EMPTY;
  }

  /** Every card turned up or shown so far, including cards played since. */
  public CardSet exposed() {
    return new CardSet(message.getExposed());
  }

  /** How many cards are left in the stock. */
  public int stockCards() {
    return message.getStockCards();
  }

  /** The suit of trumps; empty until they are made. */
  public Optional<Suit> trump() {
    int suit = message.getTrumpValue();
    return suit > 0 ? Optional.of(Suit.of(suit - 1)) : Optional.empty();
  }

  /** The card on offer, or the card that made trumps. */
  public Optional<Card> upcard() {
    return message.hasUpcard() ? Optional.of(Card.of(message.getUpcard())) : Optional.empty();
  }

  /** The seat that made trumps. */
  public OptionalInt maker() {
    return message.hasMaker() ? OptionalInt.of(message.getMaker()) : OptionalInt.empty();
  }

  /** The seat that declared the Mit'. */
  public OptionalInt mitSeat() {
    return message.hasMitSeat() ? OptionalInt.of(message.getMitSeat()) : OptionalInt.empty();
  }

  /** Whether Kontra was said. */
  public boolean kontra() {
    return message.getKontra();
  }

  /** Whether Re was said. */
  public boolean re() {
    return message.getRe();
  }

  /** The calls before play, in order. */
  public List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < message.getCalls().size(); ++i) {
      Action said = Action.of(message.getCalls().byteAt(i));
      calls.add(new Call(message.getCallSeats().byteAt(i), said));
    }
    return calls;
  }

  /**
   * The suit that an action would make trumps: by naming it, by taking the upcard, or by showing a
   * card.
   */
  public Optional<Suit> suitOf(Action action) {
    if (action.isCard()) return Optional.of(action.card().suit());
    if (action.equals(Action.TAKE)) return upcard().map(Card::suit);
    for (Suit suit : Suit.values()) {
      if (action.equals(Action.name(suit))) return Optional.of(suit);
    }
    return Optional.empty();
  }

  /** All cards played in this deal, in order. */
  public List<Card> played() {
    return cards(message.getPlayedCards());
  }

  /** The cards of the current trick, the leader's first. */
  public List<Card> trick() {
    return cards(message.getCurrentTrick());
  }

  /** The seat that led each trick, the current one last. */
  public List<Integer> trickLeaders() {
    return numbers(message.getTrickLeaders());
  }

  /** The card that wins the current trick so far; empty before a lead. */
  public Optional<Card> winningCard() {
    int place = winningPlace();
    if (place < 0) return Optional.empty();
    return Optional.of(Card.of(message.getCurrentTrick().byteAt(place)));
  }

  /** The seat that wins the current trick so far. */
  public OptionalInt winningSeat() {
    int place = winningPlace();
    ByteString leaders = message.getTrickLeaders();
    if (place < 0 || leaders.isEmpty()) return OptionalInt.empty();
    return OptionalInt.of(rules.seatAfter(leaders.byteAt(leaders.size() - 1), place));
  }

  private int winningPlace() {
    ByteString trick = message.getCurrentTrick();
    int winning = trick.isEmpty() ? -1 : 0;
    for (int place = 1; place < trick.size(); ++place) {
      if (beats(Card.of(trick.byteAt(place)), Card.of(trick.byteAt(winning)))) winning = place;
    }
    return winning;
  }

  /** Which cards are trumps and which card beats which. */
  public Strength strength() {
    return rules.strength(trump(), message.hasMitSeat());
  }

  /**
   * Whether `card`, played to a trick that `other` wins so far, takes it. A discard beats nothing.
   */
  public boolean beats(Card card, Card other) {
    return strength().beats(card, other);
  }

  /** Whether a card is a trump: of the suit or promoted. */
  public boolean isTrump(Card card) {
    return strength().trumps().has(card);
  }

  /** The card points of a card. */
  public int worth(Card card) {
    return rules.worth(card);
  }

  /** The card points of some cards together. */
  public int points(CardSet cards) {
    int points = 0;
    for (Card card : cards) points += worth(card);
    return points;
  }

  /** By side, the card points taken in tricks. */
  public List<Integer> cardPoints() {
    return numbers(message.getCardPoints());
  }

  /** By side, the tricks taken. */
  public List<Integer> tricksWon() {
    return numbers(message.getTricksWon());
  }

  /** By side, the game points still to erase in this cow. */
  public List<Integer> linesLeft() {
    return message.getLinesLeftList();
  }

  /** By side, the cows won; empty in games without cows and at first. */
  public List<Integer> cowsWon() {
    return numbers(message.getCowsWon());
  }

  /** The game points that the next winners erase in addition, the carry. */
  public int pendingCarry() {
    return message.getPendingCarry();
  }

  /** How many deals of the match were played before this one. */
  public int dealsPlayed() {
    return message.getDealsPlayed();
  }

  private static List<Card> cards(ByteString column) {
    List<Card> cards = new ArrayList<>(column.size());
    for (int i = 0; i < column.size(); ++i) cards.add(Card.of(column.byteAt(i)));
    return cards;
  }

  private static List<Integer> numbers(ByteString column) {
    List<Integer> numbers = new ArrayList<>(column.size());
    for (int i = 0; i < column.size(); ++i) numbers.add(Byte.toUnsignedInt(column.byteAt(i)));
    return numbers;
  }

  /** For a log. */
  @Override
  public String toString() {
    return phase() + ", seat " + seat() + ", cards " + own().stream().toList() + ", trick "
        + trick();
  }
}
