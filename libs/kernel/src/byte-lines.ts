const LINE_FEED = 0x0a;

/**
 * Splits bytes that arrive in chunks into lines, without their line endings. A line that is longer than `maxBytes`
 * comes as `undefined`, and no more of it than that is held. Only a line feed ends a line, because JSON may contain
 * every other separator.
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
