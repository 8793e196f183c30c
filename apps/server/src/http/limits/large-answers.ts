import type { ServerResponse } from 'node:http';
import { FairSemaphore } from '@cairn/kernel';
import { MAX_NEAREST_LENGTH } from '@cairn/spaces';
import { acquireInTime } from './request-semaphore.js';
import type { Turn } from './turn.js';

const KIBIBYTE = 1024;
/** An answer of whose parts none is longer takes no place: the store reads several at once. In UTF-16 code units. */
const LEAST_LARGE = 262_144;
/** The bytes that a text takes for each code unit: as it is read, as a message, shaped and sent, each with up to two bytes. */
const BYTES_FOR_EACH = 8;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 30_000;
/** While somebody with less waits, an answer may take this long however slowly it is taken. */
const PATIENCE_MS = 5_000;
const CHECK_MS = 1_000;

interface Open {
  readonly response: ServerResponse;
  readonly holder: string;
  readonly since: number;
  /** What its connection had sent before. */
  readonly sentBefore: number;
}

/**
 * Bounds the memory of answers whose parts are long: they take turns, and each holds its part from before it is read until
 * it has been sent. While somebody waits who holds less, the one that is taken most slowly is cut off.
 */
export class LargeAnswers {
  private readonly places: FairSemaphore;
  private readonly open = new Set<Open>();
  private readonly mostKibibytes: number;
  private timer: NodeJS.Timeout | undefined;

  /** @param now Milliseconds that pass. */
  constructor(
    maxBytes: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.mostKibibytes = Math.max(1, Math.floor(maxBytes / KIBIBYTE));
    this.places = new FairSemaphore({ count: this.mostKibibytes, maxWaiting: MAX_WAITING, share: 'spare' });
  }

  /**
   * Resolves once the answer has room for a part of this length, in UTF-16 code units, or for `count` of them. It holds it until it is sent.
   * @throws {HttpError} 503 if too many wait, or for too long, or the client has gone.
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
