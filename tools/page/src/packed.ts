// Large data is in the page as {"gzip": "BASE64"}: the JSON, compressed.

import { Fields } from "./data/fields";

/** The data itself; data that this browser cannot unpack stays as it is. */
export async function unpacked(data: unknown): Promise<unknown> {
  const packed = new Fields(data).text("gzip");
  if (packed === null || typeof DecompressionStream === "undefined") {
    return data;
  }
  try {
    const bytes = Uint8Array.from(atob(packed), (letter) =>
      letter.charCodeAt(0),
    );
    const stream = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  } catch {
    return data;
  }
}
