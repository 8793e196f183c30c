import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import {
  type Cancellation,
  type DrawnTile,
  type TileDrawer,
  TilePainter,
  type TilePlan,
} from '@cairn/spaces/spi';
import { FairSemaphore } from '@cairn/kernel';
import { RequestWorker } from '../threads/request-worker.js';
import type { DrawingAnswer, DrawingRequest } from './drawing-messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-system/tile-drawer-worker');

/** One core is left to the event loop; a slow tile never holds up all others. */
const THREADS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** The first features of some come from the store while threads draw others. */
const TILES_PER_THREAD = 2;
/** A thread that goes on for so long with a tile that nobody waits for is ended: to start another takes a tenth of that. */
const GRACE_MS = 1_000;

/** In code units. To draw so little takes less time than to wake a thread up and to hear from it. */
const LONGEST_HERE = 16_384;

type DrawingThread = RequestWorker<DrawingRequest, DrawingAnswer>;

/**
 * Draws tiles in a few worker threads, which are started when they are needed, each for one tile at a time, so that it can
 * be ended; small ones in the thread that asks.
 */
export class ThreadedTileDrawer implements TileDrawer {
  private readonly idle: DrawingThread[] = [];
  private readonly busy = new Set<DrawingThread>();
  private readonly places = new FairSemaphore({ count: THREADS * TILES_PER_THREAD });
  private readonly threads = new FairSemaphore({ count: THREADS });

  /** @param longestHere Features with a longer text in all are drawn in a thread. */
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
      const texts: string[] = [];
      for (let length = 0; length <= this.longestHere; length += texts.at(-1)?.length ?? 0) {
        if (isCancelled()) return undefined;
        const next = await source.next();
        if (next.done === true) return isCancelled() ? undefined : painted(texts, plan);
        texts.push(next.value.text);
      }
      return await this.drawInThread({ texts, source, cancellation }, plan);
    } finally {
      await source.return?.();
      release();
    }
  }

  /** Ends the threads; what is being drawn is rejected. */
  async close(): Promise<void> {
    const threads = [...this.idle.splice(0), ...this.busy];
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private async drawInThread(features: Features, plan: TilePlan): Promise<DrawnTile | undefined> {
    const { cancellation } = features;
    const release = await this.threads.acquire({ holder: plan.reader, cancellation });
    if (typeof release === 'string') return undefined;
    const thread = this.take();
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
      this.busy.delete(thread);
      if (!thread.hasEnded) this.idle.push(thread);
      release();
    }
  }

  private take(): DrawingThread {
    let thread = this.idle.pop();
    while (thread?.hasEnded === true) thread = this.idle.pop();
    thread ??= new RequestWorker(program, 'draws tiles');
    this.busy.add(thread);
    return thread;
  }
}

function painted(texts: readonly string[], plan: TilePlan): DrawnTile {
  const painter = new TilePainter(plan);
  for (const text of texts) painter.add(text);
  return painter.finish();
}

/** What a tile is drawn of. */
interface Features {
  /** Read before. */
  readonly texts: readonly string[];
  readonly source: AsyncIterator<FeatureChunk>;
  readonly cancellation: Cancellation | undefined;
}

interface Sending {
  readonly thread: DrawingThread;
  readonly stream: number;
}

/**
 * Two chunks are under way at a time: the thread draws one while the next one comes. The thread has answered everything
 * once this is over.
 */
async function askForAll(
  { texts, source, cancellation }: Features,
  { thread, stream }: Sending,
): Promise<DrawnTile | undefined> {
  let [older, newer]: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
  const send = async (text: string): Promise<void> => {
    await older;
    older = newer;
    newer = askFor(thread, { kind: 'texts', stream, texts: text });
    newer.catch(() => undefined); // it is awaited later
  };
  try {
    await send(texts.join(FEATURE_SEPARATOR));
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (cancellation?.aborted === true) return undefined;
      await send(next.value.text);
    }
    if (cancellation?.aborted === true) return undefined;
    const [, , { tile }] = await Promise.all([older, newer, askFor(thread, { kind: 'finish', stream })]);
    return tile;
  } finally {
    await Promise.allSettled([older, newer]);
  }
}

/** Rejects with what the thread threw. */
async function askFor(thread: DrawingThread, request: DrawingRequest): Promise<DrawingAnswer> {
  const answer = await thread.ask(request);
  if (answer.failure !== undefined) throw answer.failure;
  return answer;
}
