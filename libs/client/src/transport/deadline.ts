import { CairnError } from './cairn-error.js';
import { aborted } from './retry.js';

/** Aborts a request when its caller says so, or when nothing has happened for too long. */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isLate = false;

  constructor(
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    if (caller?.aborted) throw aborted(caller);
    caller?.addEventListener('abort', this.abort);
    this.extend();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something has happened: the time starts again. */
  extend(): void {
    clearTimeout(this.timer);
    if (this.timeoutMs === Number.POSITIVE_INFINITY || this.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.isLate = true;
      this.controller.abort();
    }, this.timeoutMs);
  }

  /** From here on the caller alone decides. */
  lift(): void {
    clearTimeout(this.timer);
  }

  /** The request is over. */
  end(): void {
    this.lift();
    this.caller?.removeEventListener('abort', this.abort);
  }

  /** The error for a request that failed without a response. */
  explain(cause: unknown): CairnError {
    if (cause instanceof CairnError) return cause;
    if (this.caller?.aborted) return aborted(this.caller);
    const kind = this.isLate ? 'timeout' : 'network';
    const detail = this.isLate
      ? `The server was silent for ${this.timeoutMs / 1_000} s.`
      : `The server cannot be reached, or the connection broke${reasonOf(cause)}.`;
    return new CairnError({ kind, code: kind, detail, cause });
  }

  private readonly abort = (): void => this.controller.abort(this.caller?.reason);
}

/** Node hides the reason in the cause of `fetch failed`; browsers tell none. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const { code } = cause instanceof Error && 'code' in cause ? cause : {};
  return typeof code === 'string' ? ` (${code})` : '';
}
