import { CairnError } from './cairn-error.js';
import { aborted, MAX_TIMER_MS } from './retry.js';

/** Who has to act next. */
type Party = 'server' | 'source';

/**
 * Aborts a request if the caller aborts it, if a source or callback of the caller fails, or if nothing happens for too
 * long. Remembers which of these it was.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private awaited: Party = 'server';
  private late: Party | undefined;
  private failure: { readonly error: unknown } | undefined;
  private isLifted = false;
  private isOver = false;

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

  /** Whether a source or callback of the caller has failed. The same request would fail again. */
  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  /** Restarts the time of the server, because something has happened. */
  extend(): void {
    this.watch('server');
  }

  /** Stops the time until {@link extend}. */
  pause(): void {
    clearTimeout(this.timer);
  }

  /** From now on the server may take any time. */
  lift(): void {
    this.isLifted = true;
    this.pause();
  }

  /** The request is over. */
  end(): void {
    this.isOver = true;
    this.pause();
    this.caller?.removeEventListener('abort', this.abort);
  }

  /**
   * Reads a part of the caller's source, which must not be silent for too long.
   * @throws the error of the source, and ends the request.
   */
  async part<T>(read: () => Promise<T>): Promise<T> {
    if (this.failure !== undefined) throw this.failure.error;
    this.watch('source');
    try {
      return await read();
    } catch (cause) {
      throw this.fail(unreadable(cause));
    } finally {
      this.extend();
    }
  }

  /** Calls a callback of the caller. If it throws, the request ends, and the caller gets that error. */
  tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @throws the error of the caller's source or callback, if there was one. */
  throwIfFailed(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** The error that the caller gets for a request that failed with `cause`. */
  explain(cause: unknown): unknown {
    if (this.failure !== undefined) return this.failure.error;
    if (this.caller?.aborted) return aborted(this.caller);
    const seconds = `${this.timeoutMs / 1_000} s`;
    if (this.late === 'source') return unreadable(new Error(`it gave nothing for ${seconds}`));
    if (this.late === 'server')
      return new CairnError({
        kind: 'timeout',
        code: 'timeout',
        detail: `The server was silent for ${seconds}.`,
        cause,
      });
    if (cause instanceof CairnError) return cause;
    const detail = `The server cannot be reached, or the connection broke${reasonOf(cause)}.`;
    return new CairnError({ kind: 'network', code: 'network', detail, cause });
  }

  private watch(party: Party): void {
    this.pause();
    this.awaited = party;
    const isUnlimited = this.timeoutMs === Number.POSITIVE_INFINITY || (this.isLifted && party === 'server');
    if (isUnlimited || this.isOver || this.signal.aborted) return;
    this.timer = setTimeout(
      () => {
        this.late = this.awaited;
        this.controller.abort();
      },
      Math.min(this.timeoutMs, MAX_TIMER_MS),
    );
  }

  /** A source that fails because the request has ended is not the reason for that end. */
  private fail(error: unknown): unknown {
    if (!this.signal.aborted && this.caller?.aborted !== true) this.failure = { error };
    this.controller.abort();
    return error;
  }

  private readonly abort = (): void => this.controller.abort(this.caller?.reason);
}

/** The error for a source that cannot be read. */
function unreadable(cause: unknown): CairnError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const detail = `What is to be sent cannot be read: ${reason.replace(/\.$/, '')}.`;
  return new CairnError({ kind: 'source', code: 'source', detail, cause });
}

/** Node hides the reason in the cause of `fetch failed`; browsers do not report one. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  if (!(cause instanceof Error)) return '';
  const { code } = cause as { readonly code?: unknown };
  const reason = typeof code === 'string' ? code : cause.message;
  return reason === '' ? '' : ` (${reason})`;
}
