import type { ServerResponse } from 'node:http';
import { FairSemaphore } from '@cairn/kernel';
import { holderOf, type AnswerBounds } from '../request-context.js';

/** What is read ahead for an answer that is still being made. */
const AHEAD_BYTES = 2 * 1024 * 1024;
/** Answers, or parts of them, whose texts are made at once; with little memory fewer. */
const MADE_AT_ONCE = 4;
/** What the texts of one of them take until it is handed over: read, as objects, and written. */
const MADE_BYTES = 32 * 1024 * 1024;
/** What the system takes at once anyway. */
const FREE_BYTES = 65_536;
/** An answer that rests for less is being taken. */
const LEAST_REST_MS = 1_000;

interface Rest {
  readonly holder: string;
  readonly since: number;
  readonly bytes: number;
}

/**
 * Bounds the memory of answers that wait for their clients. Beyond it, the one that has rested longest is cut off, of the
 * account or network whose answers hold the most.
 */
export class RestingAnswers implements AnswerBounds {
  private readonly resting = new Map<ServerResponse, Rest>();
  private readonly heldBy = new Map<string, number>();
  private readonly making: FairSemaphore;
  private held = 0;

  /** @param now Milliseconds that pass. */
  constructor(
    private readonly maxBytes: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    const count = Math.max(1, Math.min(MADE_AT_ONCE, Math.floor(maxBytes / MADE_BYTES)));
    this.making = new FairSemaphore({ count });
  }

  /** Makes the text of an answer that is held whole, such as a page of a listing: accounts take turns. */
  async inTurn<T>(response: ServerResponse, make: () => Promise<T>): Promise<T> {
    return await this.making.run({ holder: holderOf(response.req) }, make);
  }

  /** The rest of an answer has been handed over. */
  ended(response: ServerResponse): void {
    if (response.writableFinished || response.destroyed) return;
    const bytes = response.socket?.writableLength ?? 0;
    if (bytes <= FREE_BYTES) return;
    this.begin(response, bytes);
    response.once('close', () => this.end(response));
  }

  /** Waits for the client of an answer that goes on. */
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
    // With twice as much, also those that are only slow make room.
    const least = this.held > 2 * this.maxBytes ? 0 : LEAST_REST_MS;
    let found: { readonly response: ServerResponse; readonly of: number } | undefined;
    // In the order in which they began to rest.
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
