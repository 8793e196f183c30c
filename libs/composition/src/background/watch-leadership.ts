import type { Timer } from '@cairn/kernel';
import type { Leads } from './background.js';

/** Another node takes over after 25 s without a sign of life: `tcp_keepalives` of the leader's connection. */
const CHECK_MS = 15_000;
/** Who does not know whether it leads does not lead. */
const ANSWER_MS = 5_000;

/** A watch over long work that only the leading node may do. */
export interface LeadershipWatch {
  /** Aborts once this node does not lead any more, or cannot tell. */
  readonly signal: AbortSignal;
  end(): void;
}

/** Asks now and then, not for each item, whether this node still leads. */
export function watchLeadership(leads: Leads, timer: Timer): LeadershipWatch {
  const lost = new AbortController();
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!lost.signal.aborted) {
      await timer.wait(CHECK_MS);
      if (isOver) return;
      const isLeading = await Promise.race([leads(), timer.wait(ANSWER_MS)]).catch(() => false);
      if (isLeading !== true) lost.abort();
    }
  };
  void watch();
  return { signal: lost.signal, end: () => void (isOver = true) };
}
