import type { ServerResponse } from 'node:http';
import { FairSemaphore, type MemoryShare } from '@cairn/kernel';
import { holderOf, type AnswerBounds } from '../messages/request-context.js';

/** The bytes that are read ahead for a response that is still being made. */
const AHEAD_BYTES = 2 * 1024 * 1024;
/** How many responses, or parts of responses, are made at once; fewer if memory is scarce. */
const MADE_AT_ONCE = 4;
/** The memory for making one of these texts until it is sent: rows, objects and the text itself. */
const MADE_BYTES = 32 * 1024 * 1024;
/** The bytes that the operating system buffers anyway. */
const FREE_BYTES = 65_536;
/** A response that has waited for less time still counts as being read. */
const LEAST_REST_MS = 1_000;

interface Rest {
  readonly holder: string;
  readonly since: number;
  readonly bytes: number;
}

/**
 * Limits the memory of responses that wait for their clients. Above the limit, cuts off the response that has waited
 * longest, of the account or network whose responses hold the most.
 */
export class RestingAnswers implements AnswerBounds {
  private readonly resting = new Map<ServerResponse, Rest>();
  private readonly heldBy = new Map<string, number>();
  private readonly making: FairSemaphore;
  private held = 0;

  /** @param now A monotonic time in milliseconds. */
  constructor(
    private readonly maxBytes: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    const count = Math.max(1, Math.min(MADE_AT_ONCE, Math.floor(maxBytes / MADE_BYTES)));
    this.making = new FairSemaphore({ count });
  }

  get memory(): MemoryShare {
    return { used: this.held, limit: this.maxBytes };
  }

  /** Makes the text of a response that is held whole, such as a page of a listing. Accounts take turns. */
  async inTurn<T>(response: ServerResponse, make: () => Promise<T>): Promise<T> {
    return await this.making.run({ holder: holderOf(response.req) }, make);
  }

  /** Called when the rest of a response has been written to its stream. */
  ended(response: ServerResponse): void {
    if (response.writableFinished || response.destroyed) return;
    const bytes = response.socket?.writableLength ?? 0;
    if (bytes <= FREE_BYTES) return;
    this.begin(response, bytes);
    response.once('close', () => this.end(response));
  }

  /** Waits for the client of a response that is not finished. */
  async whileWaiting(response: ServerResponse, drained: Promise<void>): Promise<void> {
    this.begin(response, (response.socket?.writableLength ?? 0) + AHEAD_BYTES);
    await drained;
    this.end(response);
  }

  private begin(response: ServerResponse, bytes: number): void {
    this.end(response);
    const holder = holderOf(response.req);
    this.resting.set(response, { holder, since: this.now(), bytes });
    this.count(holder, bytes);
    while (this.held > this.maxBytes && this.cutOne());
  }

  private end(response: ServerResponse): void {
    const rest = this.resting.get(response);
    if (rest === undefined) return;
    this.resting.delete(response);
    this.count(rest.holder, -rest.bytes);
  }

  private count(holder: string, bytes: number): void {
    this.held += bytes;
    const left = (this.heldBy.get(holder) ?? 0) + bytes;
    if (left > 0) this.heldBy.set(holder, left);
    else this.heldBy.delete(holder);
  }

  private cutOne(): boolean {
    const now = this.now();
    // Above twice the limit, clients that are only slow are cut off too.
    const least = this.held > 2 * this.maxBytes ? 0 : LEAST_REST_MS;
    let found: { readonly response: ServerResponse; readonly of: number } | undefined;
    // In the order in which they began to wait.
    for (const [response, { holder, since }] of this.resting) {
      const of = this.heldBy.get(holder) ?? 0;
      if (now - since >= least && (found === undefined || of > found.of)) found = { response, of };
    }
    if (found === undefined) return false;
    this.end(found.response);
    found.response.destroy();
    return true;
  }
}
