import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { RenderCancelled, RendererBusy, RendererCrashed, RendererKilled, RenderTimeout } from '@cairn/images';
import {
  planRender,
  type ImageRenderer,
  type RenderedImage,
  type Rendering,
  type RenderRequest,
} from '@cairn/images/spi';
import { WorkerPool, type MemoryShare, type QueueState } from '@cairn/kernel';
import { DecodeQueue, type Queued } from '../decode-queue.js';
import { libvips } from '../libvips.js';
import { ProcessEnded, RenderProcess } from './render-process.js';

/** Changes with the steps and settings of `renderImage`. */
const PIPELINE = 3;
const MAX_PROCESSES = 4;
const MAX_WAITING = 64;
const MAX_WAIT_MS = 30_000;
const MAX_RENDER_SECONDS = 20;
/** Concurrently decoded megapixels of originals, per process: a photo of 24 fits, one of 50 takes two places. */
const MEGAPIXELS_PER_PROCESS = 25;
/** A process may end once for a reason other than the image. */
const ATTEMPTS = 2;

/** Limits of concurrency, queue length and duration. */
export interface RenderLimits {
  /** For one holder. Other holders have one more. Default: the number of processors, at most 4. */
  readonly processes?: number | undefined;
  readonly waiting?: number | undefined;
  readonly maxSeconds?: number | undefined;
}

/** Renders with libvips in separate processes, which are started on demand. */
export class SharpImageRenderer implements ImageRenderer {
  private readonly queue: DecodeQueue;
  private readonly pool = new WorkerPool(() => new RenderProcess());
  private readonly maxSeconds: number;

  constructor({
    processes = Math.min(MAX_PROCESSES, availableParallelism()),
    waiting = MAX_WAITING,
    maxSeconds = MAX_RENDER_SECONDS,
  }: RenderLimits = {}) {
    this.maxSeconds = maxSeconds;
    this.queue = new DecodeQueue({
      permits: processes * MEGAPIXELS_PER_PROCESS,
      reserved: MEGAPIXELS_PER_PROCESS,
      maxWaiting: waiting,
      maxWaitMs: MAX_WAIT_MS,
      maxWorkMs: undefined,
      busy: () => new RendererBusy(),
    });
  }

  get version(): string {
    const { sharp, vips } = libvips().versions;
    return `${PIPELINE} ${sharp} ${vips}`;
  }

  render(request: RenderRequest): Rendering {
    const { holder, transform, original, output } = request;
    const cancelling = new AbortController();
    const { signal } = cancelling;
    let queued: Queued<RenderedImage> | undefined;
    const begin = async (): Promise<RenderedImage> => {
      planRender(transform, { original, output }); // throws before a place in the queue is taken
      const megapixels = Math.ceil((original.width * original.height * original.frames) / 1e6);
      const permits = Math.max(megapixels, MEGAPIXELS_PER_PROCESS);
      queued = this.queue.begin({ holder, permits, signal }, () => this.attempt(request, signal));
      return await queued.result;
    };
    return {
      image: begin(),
      join: (other) => queued?.join(other),
      cancel: () => cancelling.abort(new RenderCancelled()),
    };
  }

  get state(): QueueState {
    return this.queue.state;
  }

  /** The ids of the running processes. */
  get processes(): readonly number[] {
    return this.pool.workers.flatMap(({ pid }) => pid ?? []);
  }

  /** Of the running processes. Nothing where the system does not tell it. */
  get memory(): MemoryShare {
    return { used: this.processes.reduce((sum, pid) => sum + residentBytes(pid), 0) };
  }

  /** Ends every process. Renderings in progress fail. */
  async close(): Promise<void> {
    await this.pool.close((process) => process.kill());
  }

  private async attempt(request: RenderRequest, cancelled: AbortSignal): Promise<RenderedImage> {
    const stopping = new AbortController();
    const cancel = (): void => stopping.abort(cancelled.reason);
    cancelled.addEventListener('abort', cancel, { once: true });
    const late = setTimeout(
      () => stopping.abort(new RenderTimeout(this.maxSeconds)),
      this.maxSeconds * 1_000,
    );
    try {
      if (cancelled.aborted) cancel();
      let ended: ProcessEnded | undefined;
      for (let left = ATTEMPTS; left > 0; left -= 1) {
        const result = await this.tryOnce(request, stopping.signal);
        if (!(result instanceof ProcessEnded)) return result;
        ended = result;
      }
      throw ended?.wasKilled ? new RendererKilled() : new RendererCrashed();
    } finally {
      clearTimeout(late);
      cancelled.removeEventListener('abort', cancel);
    }
  }

  private async tryOnce(request: RenderRequest, signal: AbortSignal): Promise<RenderedImage | ProcessEnded> {
    try {
      return await this.pool.run((process) => process.render(request, signal));
    } catch (error) {
      if (error instanceof ProcessEnded) return error;
      throw error;
    }
  }
}

const PAGE_BYTES = 4_096;

/** What Linux tells of a process (proc(5), `statm`), without waiting for a disk. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0; // it has ended meanwhile, or the system is not Linux
  }
}
