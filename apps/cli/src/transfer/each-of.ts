interface Working {
  readonly atOnce: number;
  /** Once it aborts, no further item is begun. */
  readonly signal: AbortSignal;
}

/**
 * Works on this many items at once, in their order. After an error no item is begun, and the error is thrown once the
 * others have ended.
 */
export async function eachOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  { atOnce, signal }: Working,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = inTurn(items);
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);
  const worker = async (): Promise<void> => {
    for (let next = await queue.next(); next.done !== true; next = await queue.next()) {
      if (ending.aborted) return;
      await work(next.value);
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    worker().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const ended = await Promise.allSettled(workers);
  await queue.return(undefined);
  const failure = ended.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** Turns concurrent requests for items into a sequence, as generators do. */
async function* inTurn<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}
