import { CairnError } from './cairn-error.js';

/** How often and when a request is sent again. */
export interface RetryOptions {
  /** How often a request is sent at most, the first time included. Default: 4. */
  readonly attempts?: number | undefined;
  /** The upper bound of the first wait, doubled for every next one. Default: 300. */
  readonly baseDelayMs?: number | undefined;
  /** The longest wait. A server that asks for a longer one gets no more requests: the error is thrown. Default: 30,000. */
  readonly maxDelayMs?: number | undefined;
}

/**
 * What makes a request be sent again. `refused`: only errors that come before anything is done. `failed`: also those that
 * leave open whether it was done, as doing it twice is the same as once. `never`: the body cannot be sent again.
 */
export type Repeatable = 'refused' | 'failed' | 'never';

/** The longest time that timers know: a longer one would be over at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** For what someone waits for who should learn at once that it was refused, such as signing in. */
export const never = (): Repeatable => 'never';

/** Runs `attempt` until it succeeds, the options say that it is enough, or its error is not one to try again after. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { repeatable, retry, signal }: RetryRules,
): Promise<T> {
  const { attempts = 4, baseDelayMs = 300, maxDelayMs = 30_000 } = retry;
  for (let sent = 1; ; sent += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CairnError) || !isWorthwhile(error, repeatable(error)) || sent >= attempts)
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
  readonly repeatable: (error: CairnError) => Repeatable;
  readonly retry: RetryOptions;
  readonly signal: AbortSignal | undefined;
}

function isWorthwhile({ kind, code }: CairnError, repeatable: Repeatable): boolean {
  if (repeatable === 'never') return false;
  // Of another kind it is the request that has too many of something, such as pixels.
  if (kind === 'rate-limited' || (kind === 'unavailable' && code.startsWith('too-many-'))) return true;
  return repeatable === 'failed' && (kind === 'unavailable' || kind === 'network');
}

/** Resolves after so long. @throws {CairnError} of the kind `aborted` as soon as the signal says so. */
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
