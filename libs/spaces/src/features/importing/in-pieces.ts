/** The same bytes in pieces of at most so many, so that none takes long to look through. */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += maxLength) yield chunk.subarray(at, at + maxLength);
}

/** The same items, each asked for while the one before it is in use. */
export async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = iterator.next();
      next.catch(() => undefined); // it is awaited when the item in use has been dealt with
      yield item.value;
    }
  } finally {
    await iterator.return?.();
  }
}
