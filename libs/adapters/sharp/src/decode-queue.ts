import { UndecodableImage } from '@cairn/images';
import { FairSemaphore, StorageUnavailable, type QueueState, type Release } from '@cairn/kernel';

interface Limits {
  readonly permits: number;
  /**
   * Additional permits for holders that have none, so that a holder never waits for all the work of one other holder.
   */
  readonly reserved?: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** `undefined` for no limit. */
  readonly maxWorkMs: number | undefined;
  /** The error when the queue is full; `StorageUnavailable` by default. */
  readonly busy?: () => Error;
}

/** The holder that work is done for, and the permits that it needs. */
export interface QueuedWork {
  readonly holder: string;
  /** Default: 1. At most all of them. */
  readonly permits?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Work that waits for its permits, or runs. */
export interface Queued<T> {
  readonly result: Promise<T>;
  /** Adds another holder who waits for the work. It begins when one of its holders has a turn. */
  join(holder: string): void;
}

/** Runs decoding work in turns of its holders, limited by a number of permits. */
export class DecodeQueue {
  private readonly permits: FairSemaphore;
  private ended = 0;
  private busyMs = 0;

  constructor(private readonly limits: Limits) {
    const { permits, reserved = 0, maxWaiting } = limits;
    this.permits = new FairSemaphore({ count: permits + reserved, reserved, maxWaiting });
  }

  get state(): QueueState {
    const { ended, busyMs } = this;
    return { ...this.permits.state, ended, busySeconds: busyMs / 1_000 };
  }

  /**
   * Runs work with its permits. Work aborted in the queue is not started.
   * @throws {StorageUnavailable} when the queue is full, or the wait times out.
   * @throws {UndecodableImage} when the work times out. It cannot be stopped, so it keeps its permits until it ends.
   */
  async run<T>(queued: QueuedWork, work: () => Promise<T>): Promise<T> {
    return await this.begin(queued, work).result;
  }

  /** Like `run`, for work that other holders may join. */
  begin<T>({ permits = 1, holder, signal }: QueuedWork, work: () => Promise<T>): Queued<T> {
    const { maxWaitMs, maxWorkMs, busy = tooMany } = this.limits;
    const turn = new SharedTurn(this.permits, { size: Math.min(permits, this.limits.permits), busy });
    const ran = async (): Promise<T> => {
      signal?.throwIfAborted();
      const abort = (): void => turn.leave(errorOf(signal?.reason));
      signal?.addEventListener('abort', abort, { once: true });
      const late = setTimeout(() => turn.leave(busy()), maxWaitMs);
      turn.join(holder);
      const release = await turn.release.finally(() => {
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
      });
      const began = performance.now();
      const end = (): void => {
        this.ended += 1;
        this.busyMs += performance.now() - began;
        release();
      };
      return await inTime(work().finally(end), maxWorkMs);
    };
    return { result: ran(), join: (other) => turn.join(other) };
  }
}

/** A turn that several holders wait for. It comes when it is the turn of one of them. */
class SharedTurn {
  readonly release: Promise<Release>;
  private readonly holders = new Set<string>();
  private readonly decided = new AbortController();
  private take: (release: Release) => void = () => undefined;
  private refuse: (error: Error) => void = () => undefined;

  constructor(
    private readonly permits: FairSemaphore,
    private readonly options: { readonly size: number; readonly busy: () => Error },
  ) {
    this.release = new Promise((resolve, reject) => {
      this.take = resolve;
      this.refuse = reject;
    });
  }

  join(holder: string): void {
    if (this.decided.signal.aborted || this.holders.has(holder)) return;
    this.holders.add(holder);
    void this.wait(holder);
  }

  leave(error: Error): void {
    this.refuse(error);
    this.decided.abort();
  }

  private async wait(holder: string): Promise<void> {
    const { size, busy } = this.options;
    const { signal } = this.decided;
    const outcome = await this.permits.acquire({ holder, size, cancellation: signal });
    if (typeof outcome === 'function') {
      if (signal.aborted) return outcome();
      this.take(outcome);
      this.decided.abort();
    } else if (outcome === 'full') {
      this.holders.delete(holder);
      if (this.holders.size === 0) this.leave(busy());
    }
  }
}

function tooMany(): StorageUnavailable {
  return new StorageUnavailable('Too many images came at once.');
}

async function inTime<T>(work: Promise<T>, maxMs: number | undefined): Promise<T> {
  if (maxMs === undefined) return await work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UndecodableImage('decoding takes too long')), maxMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
