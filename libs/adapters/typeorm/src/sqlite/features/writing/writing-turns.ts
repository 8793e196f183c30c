import { FairSemaphore } from '@cairn/kernel';
import type { WriteBatch } from '@cairn/spaces/spi';

/** The number of features that may wait for the connection at once. Writing them takes some 40 ms. */
const AT_ONCE = 1_000;
/** A feature counts as one for each piece of this length, in UTF-16 code units. */
const PIECE_LENGTH = 1_024;
/** Smaller writes take no turns, because their commit takes longer than the writing itself. */
const SMALL = 8;

type Write = Partial<Pick<WriteBatch, 'modifications' | 'holder' | 'inBackground'>>;

/**
 * Makes writes of many features take turns before they wait for the connection. The connection runs writes in the order
 * of their arrival, so one holder could otherwise fill its queue.
 */
export class WritingTurns {
  private readonly writes = new FairSemaphore({ count: AT_ONCE });
  private readonly chunks = new FairSemaphore({ count: 1 });

  /** Runs the work of a write in its turn. A write of an unknown number of features runs alone. */
  async run<T>(spaceId: string, write: Write, work: () => Promise<T>): Promise<T> {
    const { holder = spaceId, inBackground = false } = write;
    const size = sizeOf(write);
    if (!inBackground && size <= SMALL) return await work();
    if (inBackground) return await this.chunks.run({ holder }, work);
    return await this.writes.run({ holder, size: Math.min(size, AT_ONCE) }, work);
  }
}

function sizeOf({ modifications }: Write): number {
  if (modifications === undefined) return AT_ONCE;
  let size = 0;
  for (const { draft } of modifications) {
    const length = (draft.geometry?.length ?? 0) + (draft.properties?.length ?? 0) + draft.foreign.length;
    size += Math.max(1, Math.ceil(length / PIECE_LENGTH));
  }
  return size;
}
