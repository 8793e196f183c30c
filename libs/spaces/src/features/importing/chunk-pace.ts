import type { WriterHold } from '../writing/write-batch.js';

/** Parts of the largest chunk. */
const TENTHS = 10;
/** What a chunk is to take while others write. */
const AIM_BESIDE_OTHERS_MS = 15;
/** What a chunk may take while nobody waits: on a slow disk the first write to come then waits no longer. */
const AIM_ALONE_MS = 200;
/** Much of the time of a small chunk is that of any transaction: with smaller ones a slow disk would be slower still. */
const LEAST_TENTHS_ALONE = 3;
/** Others may write again for so long. */
const QUIET_MS = 1_000;

/** How large the chunks of an import are, in tenths of the largest: small while others wait for them. */
export class ChunkPace {
  private tenths = TENTHS;
  private lastWaitedAt = -Infinity;

  /** From 0.1 to 1. */
  get share(): number {
    return this.tenths / TENTHS;
  }

  /**
   * Learns from a chunk that was so much of the largest. A chunk is at most twice as large as the one before.
   * @param now Epoch milliseconds.
   */
  learn(share: number, held: WriterHold, now: number): void {
    if (held.othersWaited) this.lastWaitedAt = now;
    const isAlone = now - this.lastWaitedAt >= QUIET_MS;
    const [aimMs, least] = isAlone ? [AIM_ALONE_MS, LEAST_TENTHS_ALONE] : [AIM_BESIDE_OTHERS_MS, 1];
    const isPart = share < 0.9 * this.share;
    if (isPart && held.durationMs <= aimMs) return; // most of its time may be that of any transaction
    const fitting = Math.floor((TENTHS * share * aimMs) / Math.max(1, held.durationMs));
    this.tenths = Math.max(least, Math.min(fitting, 2 * this.tenths, TENTHS));
  }
}
