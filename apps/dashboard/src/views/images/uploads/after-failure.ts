import { isCairnError } from '@cairn/client';

/** What all uploads wait for: the server asked for it, has too much to do, or is not there. */
export type Hindrance = 'asked' | 'busy' | 'offline';

/** What comes after a failure: all wait and this one is sent again, or it has failed for good. */
export type NextStep =
  | {
      readonly kind: 'wait';
      readonly why: Hindrance;
      readonly ms: number;
      /** Whether the server may have stored it although no whole answer came. */
      readonly mayBeStored: boolean;
    }
  | { readonly kind: 'give-up' };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** So often is a file sent to a server that answers but breaks the connection: then the file is what breaks it. */
const MOST_BREAKS = 5;

/** `breaks` is how often the connection broke before with this file, `inRow` how often anything failed since something was stored. */
export function afterFailure(
  error: unknown,
  { breaks, inRow }: { readonly breaks: number; readonly inRow: number },
): NextStep {
  if (!isCairnError(error)) return { kind: 'give-up' };
  const { kind, code, status, retryAfterMs } = error;
  const ms = retryAfterMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** inRow);
  if (kind === 'rate-limited') return { kind: 'wait', why: 'asked', ms, mayBeStored: false };
  if (code.startsWith('too-many-')) return { kind: 'wait', why: 'busy', ms, mayBeStored: false };
  if (kind === 'unavailable') return { kind: 'wait', why: 'busy', ms, mayBeStored: true };
  const isBroken =
    kind === 'network' ||
    kind === 'timeout' ||
    (kind === 'unexpected' && status !== undefined && status < 300);
  if (isBroken && breaks < MOST_BREAKS) return { kind: 'wait', why: 'offline', ms, mayBeStored: true };
  return { kind: 'give-up' };
}
