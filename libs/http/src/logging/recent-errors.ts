const MAX_KEPT = 100;
/** In UTF-16 code units. */
const MAX_TEXT = 1_000;

/** A logged error, without its stack. */
export interface LoggedError {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly message: string;
  readonly cause: string | undefined;
  readonly requestId: string | undefined;
  readonly job: string | undefined;
}

/** The latest logged errors, in memory. */
export class RecentErrors {
  private readonly kept: LoggedError[] = [];

  /** Takes the arguments of a method of the log: fields and a message, or a message alone. */
  add(at: number, [first, second]: readonly unknown[]): void {
    const fields: object = typeof first === 'object' && first !== null ? first : {};
    const message = typeof first === 'string' ? first : second;
    const { err, requestId, job, consumer } = fields as Readonly<Record<string, unknown>>;
    this.kept.push({
      at,
      message: textOf(message) ?? 'an error',
      cause: textOf(err instanceof Error ? err.message : err),
      requestId: textOf(requestId),
      job: textOf(job ?? consumer),
    });
    if (this.kept.length > MAX_KEPT) this.kept.shift();
  }

  /** Newest first, at most 100. */
  list(): readonly LoggedError[] {
    return this.kept.toReversed();
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined;
}
