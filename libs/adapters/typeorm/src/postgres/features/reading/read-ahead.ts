import type { FeatureChunk } from '@cairn/spaces';
import type { Cancellation } from '@cairn/spaces/spi';
import { ChunkBuffer, type Rest } from './chunk-buffer.js';

export interface ReadAhead {
  /** Called whenever the buffer is full. */
  readonly onFull: () => Promise<void>;
  /** How long a reader may pause while the buffer is full. */
  readonly rest: Rest;
  readonly cancellation: Cancellation | undefined;
}

/**
 * Yields the chunks of `produce`, which are read ahead, so that a producer of few chunks ends soon. Aborts it when the
 * reader leaves or the query is cancelled, and waits for its end.
 */
export async function* readAhead(
  produce: (signal: AbortSignal) => AsyncIterable<FeatureChunk>,
  { onFull, rest, cancellation }: ReadAhead,
): AsyncGenerator<FeatureChunk, void> {
  const buffer = new ChunkBuffer();
  const controller = new AbortController();
  const { signal } = controller;
  const isCancelled = (): boolean => cancellation?.aborted === true;
  const abort = (): void => controller.abort();
  const fill = async (): Promise<void> => {
    for await (const chunk of produce(signal)) {
      buffer.put(chunk);
      if (!buffer.isFull) continue;
      await onFull();
      await buffer.room(rest, signal);
    }
  };
  cancellation?.addEventListener('abort', abort);
  if (isCancelled()) abort();
  const filled = fill().then(
    () => buffer.close({}),
    (error: unknown) => buffer.close(signal.aborted ? {} : { error }),
  );
  try {
    for (;;) {
      const chunk = await buffer.take();
      if (chunk === undefined || isCancelled()) return;
      yield chunk;
      if (isCancelled()) return;
    }
  } finally {
    cancellation?.removeEventListener('abort', abort);
    abort();
    await filled;
  }
}
