import { availableParallelism } from 'node:os';
import { WorkerPool, type QueueState } from '@cairn/kernel';
import { MapPictureFailed, type MapPicture } from '@cairn/maps';
import type { MapPainter, PaintingTerms } from '@cairn/maps/spi';
import { DecodeQueue } from '../decode-queue.js';
import { MapProcess } from './map-process.js';

const MAX_PROCESSES = 2;
const MAX_WAITING = 64;
const MAX_WAIT_MS = 30_000;
const MAX_PAINT_SECONDS = 30;

/** Limits of concurrency, queue length and duration. */
export interface PaintLimits {
  /** Default: one fewer than processors, 2 at most. */
  readonly processes?: number | undefined;
  readonly waiting?: number | undefined;
  readonly maxSeconds?: number | undefined;
}

/**
 * Paints maps in separate processes, which are started on demand: areas and lines by librsvg, texts, icons and circles pixel by
 * pixel. Needs no fonts of the machine.
 */
export class SharpMapPainter implements MapPainter {
  readonly isInstalled = true;
  private readonly queue: DecodeQueue;
  private readonly pool = new WorkerPool(() => new MapProcess());
  private readonly maxSeconds: number;

  constructor({
    processes = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism() - 1)),
    waiting = MAX_WAITING,
    maxSeconds = MAX_PAINT_SECONDS,
  }: PaintLimits = {}) {
    this.maxSeconds = maxSeconds;
    this.queue = new DecodeQueue({
      permits: processes,
      maxWaiting: waiting,
      maxWaitMs: MAX_WAIT_MS,
      maxWorkMs: undefined,
      busy: () => new MapPictureFailed('too many are drawn at once'),
    });
  }

  /** Pictures that are painted, and that wait for that. */
  get state(): QueueState {
    return this.queue.state;
  }

  async paint(
    picture: MapPicture,
    { tiles, holder, cancellation }: PaintingTerms,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const cancelling = new AbortController();
    const cancel = (): void => cancelling.abort();
    cancellation.addEventListener('abort', cancel);
    if (cancellation.aborted) cancel();
    const { signal } = cancelling;
    try {
      return await this.queue.run(
        { holder, signal },
        async () => await this.paintInTime(picture, { tiles, signal }),
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      cancellation.removeEventListener('abort', cancel);
    }
  }

  /** The ids of the running processes. */
  get processes(): readonly number[] {
    return this.pool.workers.flatMap(({ pid }) => pid ?? []);
  }

  /** Ends every process. Pictures in progress fail. */
  async close(): Promise<void> {
    await this.pool.close((process) => process.kill());
  }

  private async paintInTime(
    picture: MapPicture,
    { tiles, signal }: { readonly tiles: PaintingTerms['tiles']; readonly signal: AbortSignal },
  ): Promise<Uint8Array<ArrayBuffer>> {
    const stopping = new AbortController();
    const late = setTimeout(
      () => stopping.abort(new MapPictureFailed(`it takes longer than ${this.maxSeconds} s`)),
      this.maxSeconds * 1_000,
    );
    try {
      return await this.pool.run((process) =>
        process.paint(picture, { tiles, signal: AbortSignal.any([stopping.signal, signal]) }),
      );
    } finally {
      clearTimeout(late);
    }
  }
}
