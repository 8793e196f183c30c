import type { ServerResponse } from 'node:http';
import type { MemoryShare } from '@cairn/kernel';
import { HttpError } from '../messages/http-error.js';
import { holderOf } from '../messages/request-context.js';

const RETRY_AFTER_SECONDS = 5;

/** Counts the bytes of a body that are held in memory. */
export interface HeldBody {
  /** @throws {HttpError} 503 if the bodies of all requests exceed the limit. */
  add(bytes: number): void;
  /** Releases the counted bytes. */
  release(): void;
}

/**
 * Limits the bytes of request bodies in memory, over all requests. An account may hold at most as much as is still
 * free, so that other accounts have room for a body.
 */
export class BodyMemory {
  private held = 0;
  /** Bytes by account. Accounts that hold none have no entry. */
  private readonly heldBy = new Map<string, number>();

  constructor(private readonly maxBytes: number) {}

  get memory(): MemoryShare {
    return { used: this.held, limit: this.maxBytes };
  }

  /** Counts the body of one request until it has been answered or its client has disconnected. */
  hold(response: ServerResponse): HeldBody {
    const holder = holderOf(response.req);
    let own = 0;
    const release = (): void => {
      this.count(holder, -own);
      own = 0;
    };
    response.once('close', release);
    return {
      add: (bytes) => {
        if ((this.heldBy.get(holder) ?? 0) + bytes > this.maxBytes - this.held) throw tooMuch();
        if (response.closed) return;
        this.count(holder, bytes);
        own += bytes;
      },
      release,
    };
  }

  private count(holder: string, bytes: number): void {
    this.held += bytes;
    const left = (this.heldBy.get(holder) ?? 0) + bytes;
    if (left > 0) this.heldBy.set(holder, left);
    else this.heldBy.delete(holder);
  }
}

function tooMuch(): HttpError {
  return new HttpError({
    status: 503,
    code: 'too-many-bodies',
    detail: `Too many large bodies at once; try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
