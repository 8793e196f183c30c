import { isCairnError } from '@cairn/client';
import { changes } from './changes.svelte.ts';
import { client } from './client.ts';
import { SharedEvents, type PageMessage } from './shared-events.ts';

/** A page that is hidden for longer closes its stream. */
const HIDDEN_MS = 20_000;
const AGAIN_MS = 30_000;

/** Follows the changes of a user's account while the page is visible. Returns a function that stops this. */
export function followChanges(userId: string, signedOut: () => void): () => void {
  const pages = new BroadcastChannel(`cairn-events ${userId}`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const events = new SharedEvents({
    id: Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-'),
    post: (message) => pages.postMessage(message),
    open: (from) => client.events(from),
    onEvent: (event) => changes.noteEvent(event),
    onMissed: () => changes.note('images', 'albums', 'spaces', 'maps'),
    onFailed: (error) => {
      events.hide();
      timer = setTimeout(seen, AGAIN_MS);
      if (isCairnError(error, 'unauthorized')) signedOut();
    },
    later: (run, ms) => {
      const waiting = setTimeout(run, ms);
      return () => clearTimeout(waiting);
    },
    random: Math.random,
  });
  const seen = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') events.see();
    else timer = setTimeout(() => events.hide(), HIDDEN_MS);
  };
  const hide = (): void => events.hide();

  pages.onmessage = ({ data }: MessageEvent<PageMessage>) => events.hear(data);
  if (document.visibilityState === 'visible') events.see();
  document.addEventListener('visibilitychange', seen);
  // Tells the other pages when this page is left. The browser may keep the page and show it again.
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', seen);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('pageshow', seen);
    clearTimeout(timer);
    events.hide();
    pages.close();
  };
}
