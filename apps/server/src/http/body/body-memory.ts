import type { ServerResponse } from 'node:http';
import { HttpError } from '../../errors/http-error.js';

const RETRY_AFTER_SECONDS = 5;

/** Counts the bytes of a body that are held. */
export interface HeldBody {
  /** @throws {HttpError} 503 where all bodies together are too large. */
  add(bytes: number): void;
  /** They are no longer held. */
  release(): void;
}

/** Limits how many bytes of request bodies are held at once, over all requests. */
export class BodyMemory {
  private held = 0;

  constructor(private readonly maxBytes: number) {}

  /** Holds the body of one request until it has been answered, or its client has gone. */
  hold(response: ServerResponse): HeldBody {
    let own = 0;
    const release = (): void => {
      this.held -= own;
      own = 0;
    };
    response.once('close', release);
    return {
      add: (bytes) => {
        if (this.held + bytes > this.maxBytes) throw tooMuch();
        if (response.closed) return;
        this.held += bytes;
        own += bytes;
      },
      release,
    };
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
