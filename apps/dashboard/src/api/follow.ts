import { isCairnError } from '@cairn/client';
import { changes } from './changes.svelte.ts';
import { client } from './client.ts';

/** A page that is hidden for longer has no stream: browsers have six connections for all pages of a server. */
const HIDDEN_MS = 20_000;
const AGAIN_MS = 30_000;

/** Follows the changes of the account while the page can be seen. Returns what ends it. */
export function followChanges(signedOut: () => void): () => void {
  let lastEventId: string | undefined;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const start = (): void => {
    clearTimeout(timer);
    if (stop !== undefined) return;
    const ending = new AbortController();
    // Without an event to go on after, changes since the lists were loaded come without one.
    const onConnected = (): void =>
      lastEventId === undefined ? changes.note('images', 'spaces') : undefined;
    const events = client.events({ signal: ending.signal, lastEventId, onConnected });
    stop = () => {
      ({ lastEventId } = events);
      stop = undefined;
      ending.abort();
    };
    const read = async (): Promise<void> => {
      for await (const event of events) changes.noteEvent(event);
    };
    read().catch((error: unknown) => {
      if (ending.signal.aborted) return;
      stop?.();
      timer = setTimeout(seen, AGAIN_MS);
      if (isCairnError(error, 'unauthorized')) signedOut();
    });
  };
  const seen = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') start();
    else timer = setTimeout(() => stop?.(), HIDDEN_MS);
  };

  if (document.visibilityState === 'visible') start();
  document.addEventListener('visibilitychange', seen);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    clearTimeout(timer);
    stop?.();
  };
}
