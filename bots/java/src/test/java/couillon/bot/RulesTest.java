package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import couillon.v1.BotServiceOuterClass.Decision;
import couillon.v1.RulesetOuterClass.Mit;
import couillon.v1.RulesetOuterClass.Ruleset;
import couillon.v1.RulesetOuterClass.Special;
import couillon.v1.RulesetOuterClass.Table;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RulesTest {
  /** A row of strength_vectors.txt. */
  private record Row(String name, Rules rules, Suit trump, boolean declared, List<Card> cards) {}

  private static List<Row> rows(String kind, int count) throws IOException {
    List<String[]> rows = Vectors.rows("strength_vectors.txt", kind);
    assertEquals(count, rows.size());
    return rows.stream().map(RulesTest::read).toList();
  }

  private static Row read(String[] row) {
    Table.Builder table = Table.newBuilder().setPlayers(4).setSides(2).setRanks(row[2]);
    table.addAllCardPoints(List.of(4, 3, 2, 1, 0, 0, 0, 0));
    table.addAllRemovedCards(Vectors.list(row[3]));
    Special.Builder special = Special.newBuilder();
    special.addAllPermanentTrumps(Vectors.list(row[4]));
    for (String card : Vectors.list(row[5])) special.setMit(Mit.newBuilder().setCard(card));
    Ruleset ruleset =
        Ruleset.newBuilder().setId(row[1]).setTable(table).setSpecial(special).build();
    List<Card> cards = Arrays.stream(row).skip(8).map(Card::parse).toList();
    Suit trump = Suit.of("CDHS".indexOf(row[6]));
    return new Row(row[1], new Rules(ruleset, ""), trump, row[7].equals("yes"), cards);
  }

  @Test
  void trumpsAreOrderedAsInTheRules() throws IOException {
    for (Row row : rows("order", 15)) {
      assertEquals(row.cards, row.rules.trumpOrder(row.trump, row.declared), row.name);
      Strength strength = row.rules.strength(Optional.of(row.trump), row.declared);
      assertEquals(CardSet.of(row.cards), strength.trumps(), row.name);
      for (int i = 0; i < row.cards.size(); ++i) {
        CardSet above = CardSet.of(row.cards.subList(0, i));
        assertEquals(above, strength.beating(row.cards.get(i)), row.name);
      }
      int trumps = strength.trumps().mask();
      CardSet plain = new CardSet(row.rules.deck().mask() & ~trumps);
      for (Card card : plain) {
        int higher = -2 << card.index(); // the cards with higher numbers
        int above = trumps | plain.of(card.suit()).mask() & higher;
        assertEquals(new CardSet(above), strength.beating(card), row.name);
      }
    }
  }

  @Test
  void tricksAreWonAsInTheRules() throws IOException {
    for (Row row : rows("winner", 22)) {
      List<Card> trick = row.cards.subList(0, row.cards.size() - 1);
      Card winner = row.cards.get(trick.size());
      byte[] column = new byte[trick.size()];
      for (int i = 0; i < column.length; ++i) column[i] = (byte) trick.get(i).index();
      Decision.Builder decision =
          Decision.newBuilder()
              .setTrumpValue(row.trump.ordinal() + 1)
              .setTrickLeaders(ByteString.copyFrom(new byte[] {1, 2}))
              .setCurrentTrick(ByteString.copyFrom(column));
      if (row.declared) decision.setMitSeat(0);
      Observation seen = new Observation(decision.build(), row.rules);
      assertEquals(trick, seen.trick());
      assertEquals(Optional.of(winner), seen.winningCard(), row.name);
      int seat = (2 + trick.indexOf(winner)) % 4;
      assertEquals(seat, seen.winningSeat().orElseThrow(), row.name);
    }
  }

  @Test
  void whatIsNotACardIsNamed() {
    for (String text : List.of("", "A", "AX", "1S", "ASS")) {
      assertThrows(IllegalArgumentException.class, () -> Card.parse(text), text);
    }
  }
}
