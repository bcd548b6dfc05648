package couillon.bot;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.ToIntFunction;

/**
 * A set of actions, from the lowest number.
 *
 * @param mask bit n stands for action n
 */
public record ActionSet(long mask) implements Iterable<Action> {
  public boolean has(Action action) {
    return (mask >>> action.number() & 1) == 1;
  }

  public int size() {
    return Long.bitCount(mask);
  }

  /** The cards among the actions. */
  public CardSet cards() {
    return new CardSet((int) mask);
  }

  /** The n-th action, counted from 0. Requires: n is below size(). */
  public Action get(int n) {
    long rest = mask;
    for (int i = 0; i < n; ++i) rest &= rest - 1;
    return Action.of(Long.numberOfTrailingZeros(rest));
  }

  /** The action of the greatest value; of equals the one with the lowest number. */
  public Action best(ToIntFunction<Action> value) {
    Action best = get(0);
    int most = value.applyAsInt(best);
    for (Action action : new ActionSet(mask & mask - 1)) {
      int rated = value.applyAsInt(action);
      if (rated > most) {
        best = action;
        most = rated;
      }
    }
    return best;
  }

  @Override
  public Iterator<Action> iterator() {
    return new Iterator<>() {
      private long rest = mask;

      @Override
      public boolean hasNext() {
        return rest != 0;
      }

      @Override
      public Action next() {
        if (rest == 0) throw new NoSuchElementException();
        Action action = Action.of(Long.numberOfTrailingZeros(rest));
        rest &= rest - 1;
        return action;
      }
    };
  }
}
