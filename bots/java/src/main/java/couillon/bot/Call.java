package couillon.bot;

/** An action before play: a trump action or an announcement. */
public record Call(int seat, Action action) {}
