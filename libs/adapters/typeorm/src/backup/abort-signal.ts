import type { Cancellation } from '@cairn/kernel';

/** The same signal for the interfaces of Node, which take no other. */
export function abortSignalOf(cancellation: Cancellation): AbortSignal {
  const controller = new AbortController();
  if (cancellation.aborted) controller.abort();
  else cancellation.addEventListener('abort', () => controller.abort());
  return controller.signal;
}
