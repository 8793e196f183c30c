import { HttpError } from '../../errors/http-error.js';

const RETRY_AFTER_SECONDS = 5;

interface PermitsOptions {
  readonly atOnce: number;
  readonly waiting: number;
  readonly maxWaitMs: number;
}

/** Lets uploads in, in the order they came, as many at once as there are permits. */
export class Permits {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(private readonly options: PermitsOptions) {
    this.free = options.atOnce;
  }

  /** Runs work when its turn has come. @throws {HttpError} 503 when too many wait already, or its turn does not come. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private async turn(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    if (this.waiting.length >= this.options.waiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(tooMany());
      }, this.options.maxWaitMs);
      this.waiting.push(start);
    });
  }
}

function tooMany(): HttpError {
  return new HttpError({
    status: 503,
    code: 'too-many-uploads',
    detail: `Too many uploads at once; come back in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
