/**
 * Processes items, at most `count` at once. After a failure it starts no more, and rejects once the started ones have
 * ended.
 */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isOver = false;
  const worker = async (): Promise<void> => {
    try {
      while (!isOver) {
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } finally {
      isOver = true;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: count }, worker));
  await iterator.return?.();
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}
