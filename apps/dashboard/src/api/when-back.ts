import { at } from './base-path.ts';

/** Whether the server can be reached. */
export const isServerThere = async (): Promise<boolean> =>
  await fetch(at('/livez'), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const FIRST_MS = 2_000;
const MOST_MS = 30_000;

/**
 * Asks again and again whether the server can be reached, and calls `run` once it can. `wasAway` tells whether it could
 * not be reached in between. Returns a function that stops this.
 */
export function whenBack(run: (how: { readonly wasAway: boolean }) => void): () => void {
  let [wasAway, waitMs, isOver] = [false, FIRST_MS, false];
  let timer = setTimeout(() => void knock(), waitMs);

  async function knock(): Promise<void> {
    clearTimeout(timer);
    const isThere = await isServerThere();
    if (isOver) return;
    if (isThere) {
      stop();
      run({ wasAway });
      return;
    }
    wasAway = true;
    waitMs = Math.min(MOST_MS, waitMs * 1.5);
    clearTimeout(timer);
    timer = setTimeout(() => void knock(), waitMs);
  }

  const hurry = (): void => void knock();
  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    removeEventListener('online', hurry);
  }

  addEventListener('online', hurry);
  return stop;
}
