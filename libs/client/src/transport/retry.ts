import { CairnError } from './cairn-error.js';

/** How often and when a request is sent again. */
export interface RetryOptions {
  /** How often a request is sent at most, the first time included. Default: 4. */
  readonly attempts?: number | undefined;
  /** The upper bound of the first wait, doubled for every next one. Default: 300. */
  readonly baseDelayMs?: number | undefined;
  /**
   * The longest wait. If the server asks for a longer one, the request is not retried and the error is thrown. Default:
   * 30,000.
   */
  readonly maxDelayMs?: number | undefined;
}

/**
 * When a request is sent again. `refused`: only after errors that occur before anything is done. `failed`: also after
 * errors that leave open whether it was done, because doing it twice has the same effect as once. `never`: the body
 * cannot be sent again, or a person should learn at once that it was refused.
 */
export type Repeatable = 'refused' | 'failed' | 'never';

/** The longest time that timers support. A longer one would end at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Runs `attempt` until it succeeds, the options allow no further attempt, or the error does not allow a retry. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { repeatable, retry, signal }: RetryRules,
): Promise<T> {
  const { attempts = 4, baseDelayMs = 300, maxDelayMs = 30_000 } = retry;
  for (let sent = 1; ; sent += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CairnError) || !isWorthwhile(error, repeatable()) || sent >= attempts)
        throw error;
      const { retryAfterMs = 0 } = error;
      if (retryAfterMs > maxDelayMs) throw error;
      const jitterMs = Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (sent - 1));
      await sleep(retryAfterMs + jitterMs, signal);
    }
  }
}

interface RetryRules {
  /** Asked after each failure. */
  readonly repeatable: () => Repeatable;
  readonly retry: RetryOptions;
  readonly signal: AbortSignal | undefined;
}

function isWorthwhile({ kind, code }: CairnError, repeatable: Repeatable): boolean {
  if (repeatable === 'never') return false;
  // With another kind, `too-many-…` means that the request itself has too much of something, such as pixels.
  if (kind === 'rate-limited' || (kind === 'unavailable' && code.startsWith('too-many-'))) return true;
  // An earlier attempt is still carried out.
  if (code === 'idempotency-key-in-use') return true;
  return repeatable === 'failed' && (kind === 'unavailable' || kind === 'network');
}

/** Resolves after this time. @throws {CairnError} of the kind `aborted` as soon as the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw aborted(signal);
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The error for a request that the caller aborted. */
export function aborted(signal: AbortSignal | undefined): CairnError {
  return new CairnError({
    kind: 'aborted',
    code: 'aborted',
    detail: 'The request was aborted.',
    cause: signal?.reason,
  });
}
