import { isCairnError, type ErrorKind } from '@cairn/client';

/** The reason why all uploads wait: the server asked for it, is overloaded, or cannot be reached. */
export type Hindrance = 'asked' | 'busy' | 'offline';

/** The step after a failure: all uploads wait and this one is retried, or it has failed for good. */
export type NextStep =
  | {
      readonly kind: 'wait';
      readonly why: Hindrance;
      readonly ms: number;
    }
  | { readonly kind: 'give-up' };

/** What cannot succeed, however often the same file is sent to the same place. Room can be made for a file, and rights given. */
const FINAL_CODES = new Set(['unsupported-image-type', 'undecodable-image', 'too-many-pixels']);
const FINAL_KINDS: readonly ErrorKind[] = ['invalid', 'too-large', 'forbidden', 'not-found'];

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** How often a file is sent if the connection breaks each time. After that, the file itself seems to be the cause. */
const MOST_BREAKS = 5;

/**
 * `breaks` is the number of earlier broken connections for this file, `inRow` the number of failures since the last
 * success.
 */
export function afterFailure(
  error: unknown,
  { breaks, inRow }: { readonly breaks: number; readonly inRow: number },
): NextStep {
  if (!isCairnError(error)) return { kind: 'give-up' };
  const { kind, code, status, retryAfterMs } = error;
  const ms = retryAfterMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** inRow);
  if (kind === 'rate-limited') return { kind: 'wait', why: 'asked', ms };
  // The server still stores what an earlier attempt has sent.
  const isBusy = code.startsWith('too-many-') || code === 'idempotency-key-in-use';
  if (isBusy || kind === 'unavailable') return { kind: 'wait', why: 'busy', ms };
  const isBroken =
    kind === 'network' ||
    kind === 'timeout' ||
    (kind === 'unexpected' && status !== undefined && status < 300);
  if (isBroken && breaks < MOST_BREAKS) return { kind: 'wait', why: 'offline', ms };
  return { kind: 'give-up' };
}

/** Whether the file may be stored when it is sent once more, later. */
export function maySucceed(error: unknown): boolean {
  if (!isCairnError(error)) return true;
  return !FINAL_CODES.has(error.code) && !FINAL_KINDS.includes(error.kind);
}
