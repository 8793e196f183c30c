import type { ServerResponse } from 'node:http';
import { FairSemaphore, type MemoryShare, type QueueState } from '@cairn/kernel';
import { MAX_NEAREST_LENGTH } from '@cairn/spaces';
import { acquireInTime } from './request-semaphore.js';
import type { Turn } from './turn.js';

const KIBIBYTE = 1024;
/**
 * A response whose parts are all shorter takes no place: the store reads several of them at once. In UTF-16 code units.
 */
const LEAST_LARGE = 262_144;
/**
 * The bytes that a text takes per code unit. The text exists as read, as a message, shaped and sent, each with up to
 * two bytes.
 */
const BYTES_FOR_EACH = 8;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 30_000;
/** While a holder with less waits, a slow client may take this long to read a response. */
const PATIENCE_MS = 5_000;
const CHECK_MS = 1_000;

interface Open {
  readonly response: ServerResponse;
  readonly holder: string;
  readonly since: number;
  /** The bytes that its connection had sent before. */
  readonly sentBefore: number;
}

/**
 * Limits the memory of responses with long parts. They take turns, and each response holds memory for its part from
 * before the part is read until it is sent. While a holder who uses less waits, the response with the slowest client is
 * cut off.
 */
export class LargeAnswers {
  private readonly places: FairSemaphore;
  private readonly open = new Set<Open>();
  private readonly mostKibibytes: number;
  private timer: NodeJS.Timeout | undefined;

  /** @param now A monotonic time in milliseconds. */
  constructor(
    maxBytes: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.mostKibibytes = Math.max(1, Math.floor(maxBytes / KIBIBYTE));
    this.places = new FairSemaphore({ count: this.mostKibibytes, maxWaiting: MAX_WAITING, share: 'spare' });
  }

  /** Its limit is in KiB. */
  get state(): QueueState {
    return this.places.state;
  }

  get memory(): MemoryShare {
    return { used: this.state.held * KIBIBYTE, limit: this.mostKibibytes * KIBIBYTE };
  }

  /**
   * Resolves once the response has room for a part of this length, in UTF-16 code units, or for `count` such parts. The
   * room is held until the part is sent.
   * @throws {HttpError} 503 if too many responses wait, one waits too long, or the client has disconnected.
   */
  async admit(response: ServerResponse, turn: Turn, longest: number, count = 1): Promise<void> {
    if (longest <= LEAST_LARGE) return;
    const bytes = Math.min(longest * count, MAX_NEAREST_LENGTH) * BYTES_FOR_EACH;
    const size = Math.min(this.mostKibibytes, Math.ceil(bytes / KIBIBYTE));
    this.timer ??= setInterval(() => this.makeRoom(), CHECK_MS).unref();
    const release = await acquireInTime(this.places, turn, {
      what: 'large answers',
      maxWaitMs: MAX_WAIT_MS,
      size,
    });
    const { bytesWritten: sentBefore = 0 } = response.socket ?? {};
    const open = { response, holder: turn.holder, since: this.now(), sentBefore };
    this.open.add(open);
    const leave = (): void => {
      this.open.delete(open);
      release();
    };
    if (response.closed) leave();
    else response.once('close', leave);
  }

  private makeRoom(): void {
    if (!this.places.hasWaiting) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    let slowest: { readonly response: ServerResponse; readonly rate: number } | undefined;
    for (const { response, holder, since, sentBefore } of this.open) {
      const ms = this.now() - since;
      if (ms < PATIENCE_MS || !this.places.isNeededByPoorerThan(holder)) continue;
      const rate = ((response.socket?.bytesWritten ?? 0) - sentBefore) / ms;
      if (slowest === undefined || rate < slowest.rate) slowest = { response, rate };
    }
    slowest?.response.destroy();
  }
}
