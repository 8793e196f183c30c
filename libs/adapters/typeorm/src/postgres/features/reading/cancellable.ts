import type { Cancellation } from '@cairn/spaces/spi';

/** Runs work with a signal that aborts when the cancellation does. */
export async function cancellable<T>(
  cancellation: Cancellation | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  cancellation?.addEventListener('abort', abort);
  if (cancellation?.aborted === true) abort();
  try {
    return await work(controller.signal);
  } finally {
    cancellation?.removeEventListener('abort', abort);
  }
}
