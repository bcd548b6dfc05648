package example;

import java.util.stream.Stream;

/** A bot's own code that fails below many calls of Java's library. */
public final class Parser {
  private Parser() {}

  public static int parse(String text) {
    return Stream.of(text)
        .flatMap(word -> Stream.of(word).flatMap(Stream::of).map(Integer::parseInt))
        .toList()
        .get(0);
  }
}
