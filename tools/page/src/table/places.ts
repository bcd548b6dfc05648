// Where seats lie round a table, and where their cards lie in the trick.

export interface Place {
  /** In the grid of a wide table: columns left, middle, right. */
  readonly column: number;
  readonly row: number;
  /** In the grid of a narrow one: two columns; 0 for both. */
  readonly narrowColumn: number;
  readonly narrowRow: number;
  /** Of its card in the trick, in widths of a card from the middle. */
  readonly x: number;
  readonly y: number;
}

export interface Places {
  /** By the number of turns clockwise from the nearest seat. */
  readonly places: readonly Place[];
  /** Rows of seats at the sides, at least 1. */
  readonly sideRows: number;
}

export function placesOf(seats: number): Places {
  const hasTop = seats % 2 === 0;
  const atSide = Math.floor((seats - 1) / 2);
  const sideRows = Math.max(1, atSide);
  const bottom = sideRows + 2;
  const isCrowded = seats > 4;
  const places = Array.from({ length: seats }, (_, turns): Place => {
    const angle = (2 * Math.PI * turns) / seats;
    const at = {
      x: -(isCrowded ? 2.9 : 1.7) * Math.sin(angle),
      y: (seats > 6 ? 2 : isCrowded ? 1.6 : 1.15) * Math.cos(angle),
    };
    const place = (column: number, row: number) => ({
      column,
      row,
      narrowColumn: column === 2 ? 0 : column === 1 ? 1 : 2,
      narrowRow: row === bottom ? bottom + 1 : row,
      ...at,
    });
    if (turns === 0) return place(2, bottom);
    if (hasTop && turns === seats / 2) return place(2, 1);
    if (turns <= atSide) return place(1, sideRows + 2 - turns);
    return place(3, 1 + turns - (hasTop ? seats / 2 : atSide));
  });
  return { places, sideRows };
}
