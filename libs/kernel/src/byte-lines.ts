const LINE_FEED = 0x0a;

/**
 * The lines of bytes that come in chunks, without what ends them. Instead of one that is longer than `maxBytes` there is
 * `undefined`, and no more of it is held than that. Lines end with a line feed alone: JSON may have every other separator in
 * its texts.
 */
export async function* byteLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | undefined, void> {
  let held: Uint8Array[] = [];
  let length = 0;
  const take = (): Uint8Array | undefined => {
    const line = length > maxBytes ? undefined : joined(held, length);
    held = [];
    length = 0;
    return line;
  };
  const hold = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxBytes) held = [];
    else if (part.length > 0) held.push(part);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      hold(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    hold(chunk.subarray(from));
  }
  if (length > 0) yield take();
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
