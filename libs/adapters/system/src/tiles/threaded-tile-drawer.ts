import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type { FeatureChunk } from '@cairn/spaces';
import {
  type Cancellation,
  type DrawnTile,
  type TileDrawer,
  TilePainter,
  type TilePlan,
} from '@cairn/spaces/spi';
import { FairSemaphore, inTurn, WorkerPool } from '@cairn/kernel';
import { RequestWorker } from '../threads/request-worker.js';
import type { DrawingAnswer, DrawingRequest } from './drawing-messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-system/tile-drawer-worker');

/** Leaves one core to the event loop. At least two, so that a slow tile never delays all others. */
const THREADS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** While threads draw some tiles, the first features of others come from the store. */
const TILES_PER_THREAD = 2;
/** A thread that draws an abandoned tile for longer is terminated. Starting another takes a tenth of this. */
const GRACE_MS = 1_000;

/** In UTF-16 code units, or in bytes. Drawing this little takes less time than a round trip to a thread. */
const LONGEST_HERE = 16_384;

type DrawingThread = RequestWorker<DrawingRequest, DrawingAnswer>;

/**
 * Draws tiles in a few worker threads, which are started on demand. Each draws one tile at a time, so that it can be
 * terminated. Small tiles are drawn in the calling thread.
 */
export class ThreadedTileDrawer implements TileDrawer {
  private readonly pool = new WorkerPool<DrawingThread>(() => new RequestWorker(program, 'draws tiles'));
  private readonly places = new FairSemaphore({ count: THREADS * TILES_PER_THREAD });
  private readonly threads = new FairSemaphore({ count: THREADS });
  /** Tiles that are read and drawn, and those of them that need a thread. */
  readonly queues = { tiles: this.places, 'tile-threads': this.threads };

  /** @param longestHere Tiles whose features have a longer text in total are drawn in a thread. */
  constructor(private readonly longestHere = LONGEST_HERE) {}

  async draw(
    chunks: AsyncIterable<FeatureChunk>,
    plan: TilePlan,
    cancellation?: Cancellation,
  ): Promise<DrawnTile | undefined> {
    const release = await this.places.acquire({ holder: plan.reader, cancellation });
    if (typeof release === 'string') return undefined;
    const source = chunks[Symbol.asyncIterator]();
    const isCancelled = (): boolean => cancellation?.aborted === true;
    try {
      const read: FeatureChunk[] = [];
      for (let length = 0; length <= this.longestHere;) {
        if (isCancelled()) return undefined;
        const next = await source.next();
        if (next.done === true) return isCancelled() ? undefined : painted(read, plan);
        read.push(next.value);
        length += textsOf(next.value).length;
      }
      return await this.drawInThread({ read, source, cancellation }, plan);
    } finally {
      await inTurn(() => source.return?.(), release);
    }
  }

  /** Ends the threads. Drawings in progress reject. */
  async close(): Promise<void> {
    await this.pool.close((thread) => thread.terminate());
  }

  private async drawInThread(features: Features, plan: TilePlan): Promise<DrawnTile | undefined> {
    const { cancellation } = features;
    const release = await this.threads.acquire({ holder: plan.reader, cancellation });
    if (typeof release === 'string') return undefined;
    try {
      return await this.pool.run((thread) => this.drawWith(thread, features, plan));
    } finally {
      release();
    }
  }

  private async drawWith(
    thread: DrawingThread,
    features: Features,
    plan: TilePlan,
  ): Promise<DrawnTile | undefined> {
    const { cancellation } = features;
    const stream = thread.begin();
    let late: NodeJS.Timeout | undefined;
    const leave = (): void => void (late ??= setTimeout(() => void thread.terminate(), GRACE_MS));
    cancellation?.addEventListener('abort', leave);
    if (cancellation?.aborted === true) leave();
    let drawn: DrawnTile | undefined;
    try {
      thread.tell({ kind: 'open', stream, plan });
      drawn = await askForAll(features, { thread, stream });
      return drawn;
    } catch (error) {
      if (cancellation?.aborted === true) return undefined;
      throw error;
    } finally {
      cancellation?.removeEventListener('abort', leave);
      clearTimeout(late);
      thread.end(stream);
      if (drawn === undefined) thread.tell({ kind: 'close', stream });
    }
  }
}

/** As the store has them: the bytes are decoded where they are drawn. */
const textsOf = (chunk: FeatureChunk): string | Uint8Array => chunk.bytes ?? chunk.text;

function painted(chunks: readonly FeatureChunk[], plan: TilePlan): DrawnTile {
  const painter = new TilePainter(plan);
  for (const { text } of chunks) painter.add(text);
  return painter.finish();
}

/** The features of a tile. */
interface Features {
  /** Chunks that were read already. */
  readonly read: readonly FeatureChunk[];
  readonly source: AsyncIterator<FeatureChunk>;
  readonly cancellation: Cancellation | undefined;
}

interface Sending {
  readonly thread: DrawingThread;
  readonly stream: number;
}

/**
 * Keeps two chunks in progress: the thread draws one while the next one is read. When this resolves, the thread has
 * answered everything.
 */
async function askForAll(
  { read, source, cancellation }: Features,
  { thread, stream }: Sending,
): Promise<DrawnTile | undefined> {
  let [older, newer]: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
  const send = async (texts: string | Uint8Array): Promise<void> => {
    await older;
    older = newer;
    newer = thread.ask({ kind: 'texts', stream, texts });
    newer.catch(() => undefined); // it is awaited later
  };
  try {
    for (const chunk of read) await send(textsOf(chunk));
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (cancellation?.aborted === true) return undefined;
      await send(textsOf(next.value));
    }
    if (cancellation?.aborted === true) return undefined;
    const [, , { tile }] = await Promise.all([older, newer, thread.ask({ kind: 'finish', stream })]);
    return tile;
  } finally {
    await Promise.allSettled([older, newer]);
  }
}
