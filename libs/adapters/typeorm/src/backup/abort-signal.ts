import type { Cancellation } from '@cairn/kernel';

/** Converts a cancellation to the signal that Node's interfaces require. */
export function abortSignalOf(cancellation: Cancellation): AbortSignal {
  const controller = new AbortController();
  if (cancellation.aborted) controller.abort();
  else cancellation.addEventListener('abort', () => controller.abort());
  return controller.signal;
}
