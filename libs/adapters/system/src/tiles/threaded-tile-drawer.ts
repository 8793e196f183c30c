import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type { Cancellation, DrawnTile, FeatureChunk, TileDrawer, TilePlan } from '@cairn/spaces';
import { AskedThread } from '../threads/asked-thread.js';
import { Turns } from '../threads/turns.js';
import type { DrawingAnswer, DrawingRequest } from './drawing-messages.js';

// Resolved by package name: threads need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-system/tile-drawer-worker');

/** One core is left to the event loop; a slow tile never holds up all others. */
const THREADS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** A thread draws one while features of the other come from the store. */
const TILES_PER_THREAD = 2;

type DrawingThread = AskedThread<DrawingRequest, DrawingAnswer>;

/** Draws tiles in a few worker threads, which are started when they are needed. */
export class ThreadedTileDrawer implements TileDrawer {
  private threads: readonly DrawingThread[] = [];
  private readonly turns = new Turns(THREADS * TILES_PER_THREAD);

  async draw(
    chunks: AsyncIterable<FeatureChunk>,
    plan: TilePlan,
    cancellation?: Cancellation,
  ): Promise<DrawnTile | undefined> {
    if (!(await this.turns.take(cancellation))) return undefined;
    const thread = this.leastBusy();
    const stream = thread.begin();
    let drawn: DrawnTile | undefined;
    try {
      thread.tell({ kind: 'open', stream, plan });
      drawn = await askForAll(chunks, { thread, stream, cancellation });
      return drawn;
    } finally {
      thread.end(stream);
      if (drawn === undefined) thread.tell({ kind: 'close', stream });
      this.turns.end();
    }
  }

  /** Ends the threads; what is being drawn is rejected. */
  async close(): Promise<void> {
    const { threads } = this;
    this.threads = [];
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private leastBusy(): DrawingThread {
    this.threads = this.threads.filter(({ hasEnded }) => !hasEnded);
    const [idlest] = this.threads.toSorted((one, other) => one.open - other.open);
    if (idlest !== undefined && (idlest.open === 0 || this.threads.length === THREADS)) return idlest;
    const started: DrawingThread = new AskedThread(program, 'draws tiles');
    this.threads = [...this.threads, started];
    return started;
  }
}

interface Sending {
  readonly thread: DrawingThread;
  readonly stream: number;
  readonly cancellation: Cancellation | undefined;
}

/** Two chunks are under way at a time: the thread draws one while the next one comes. */
async function askForAll(
  chunks: AsyncIterable<FeatureChunk>,
  { thread, stream, cancellation }: Sending,
): Promise<DrawnTile | undefined> {
  let [older, newer]: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
  for await (const { text } of chunks) {
    if (cancellation?.aborted === true) return undefined;
    await older;
    older = newer;
    newer = askFor(thread, { kind: 'texts', stream, texts: text });
    newer.catch(() => undefined); // it is awaited later, or not at all where another one fails
  }
  if (cancellation?.aborted === true) return undefined;
  const [, , { tile }] = await Promise.all([older, newer, askFor(thread, { kind: 'finish', stream })]);
  return tile;
}

/** Rejects with what the thread threw. */
async function askFor(thread: DrawingThread, request: DrawingRequest): Promise<DrawingAnswer> {
  const answer = await thread.ask(request);
  if (answer.failure !== undefined) throw answer.failure;
  return answer;
}
