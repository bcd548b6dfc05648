package couillon.bot;

/** What a seat said, or showed, before play. */
public record Call(int seat, Action action) {}
