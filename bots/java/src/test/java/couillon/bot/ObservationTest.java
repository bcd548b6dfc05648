package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import couillon.v1.BotServiceOuterClass.Decision;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

final class ObservationTest {
  private static final List<Action> WANTED =
      List.of(Action.of(0), Action.of(31), Action.TAKE, Action.NOTHING);

  private static Observation of(Decision.Builder decision) {
    return new Observation(decision.build(), null);
  }

  @Test
  void masksAreUnpackedLowestFirst() {
    long mask = 1L << 44 | 1L << 33 | 1L << 31 | 1;
    Observation seen = of(Decision.newBuilder().setLegalActions(mask).setHand(0x80000001));
    ActionSet legal = seen.legal();
    assertEquals(WANTED, StreamSupport.stream(legal.spliterator(), false).toList());
    assertEquals(4, legal.size());
    for (int n = 0; n < 4; ++n) assertEquals(WANTED.get(n), legal.get(n));
    assertEquals("[7C, AS]", seen.hand().stream().toList().toString());
    assertEquals(seen.hand(), legal.cards());
  }

  @Test
  void bestIsTheFirstOfEquals() {
    ActionSet legal = new ActionSet(1L << 44 | 1L << 33 | 1L << 31 | 1);
    assertEquals(Action.of(0), legal.best(action -> 0));
    assertEquals(Action.NOTHING, legal.best(Action::number));
  }

  @Test
  void ownCardsOfADummyAreTheOpenOnes() {
    Decision.Builder decision = Decision.newBuilder().setSeat(2).setHand(1);
    decision.addAllOpenCards(List.of(0, 0, 6, 0));
    assertEquals(new CardSet(6), of(decision).own());
    assertEquals(new CardSet(1), of(decision.setDecider(2)).own());
  }

  @Test
  void whatIsNotSentIsEmpty() {
    Observation seen = of(Decision.newBuilder());
    assertEquals(Optional.empty(), seen.trump());
    assertEquals(Optional.empty(), seen.upcard());
    assertEquals(Optional.empty(), seen.winningCard());
    assertEquals(List.of(), seen.calls());
  }
}
