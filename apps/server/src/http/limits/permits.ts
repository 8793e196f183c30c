import { HttpError } from '../../errors/http-error.js';

const RETRY_AFTER_SECONDS = 5;

interface PermitsOptions {
  /** What is limited, in lower case and plural: `uploads`. */
  readonly what: string;
  readonly atOnce: number;
  readonly waiting: number;
  readonly maxWaitMs: number;
}

/** A first-in-first-out semaphore. */
export class Permits {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(private readonly options: PermitsOptions) {
    this.free = options.atOnce;
  }

  /** Runs `work` once a permit is free. @throws {HttpError} 503 if the queue is full, or `maxWaitMs` has passed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    const { what } = this.options;
    if (this.waiting.length >= this.options.waiting) throw tooMany(what);
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(tooMany(what));
      }, this.options.maxWaitMs);
      this.waiting.push(start);
    });
  }
}

function tooMany(what: string): HttpError {
  return new HttpError({
    status: 503,
    code: `too-many-${what.replaceAll(' ', '-')}`,
    detail: `Too many ${what} at once; try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
