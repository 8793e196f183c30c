import type { Fault, FileImportReport, ImportSummary } from '@cairn/api-schema';

/**
 * What went wrong, for decisions in code.
 *
 * - `invalid`: the request is wrong; `errors` names the fields. Sending it again does not help.
 * - `unauthorized`: the key is missing or wrong, or the session has ended. `forbidden`: it does not reach this far.
 * - `not-found`, `too-large`, `storage-full`: as they say.
 * - `conflict`: it contradicts what is stored: a name is taken, the quota is used up, or the thing has changed since.
 * - `rate-limited`, `unavailable`: the same may work later; `retryAfterMs` says when, if the server did.
 * - `internal`: a fault of the server.
 * - `network`: no whole answer came. What the request asked for may be done or not.
 * - `timeout`: the server was silent for longer than `timeoutMs`. `aborted`: the signal of the caller said so.
 * - `source`: what was to be sent cannot be read, such as a file that is not there; `cause` says why. It is not sent again.
 * - `unexpected`: the answer is not one of Cairn; often a proxy, or a wrong `baseUrl`.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'storage-full'
  | 'rate-limited'
  | 'unavailable'
  | 'internal'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'source'
  | 'unexpected';

/** The known facts about an error. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  /** Stable and machine-readable, such as `quota-exceeded`. Without a code of the server the same as `kind`. */
  readonly code: string;
  /** A description of the specific error, for people. */
  readonly detail: string;
  /** The status of the response, if there was one. */
  readonly status?: number | undefined;
  /** Every fault of the request, with a JSON Pointer to the field. */
  readonly errors?: readonly Fault[] | undefined;
  /** The request's name in the log of the server. */
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** With `quota-exceeded`: how many images are stored and allowed. */
  readonly imageCount?: number | undefined;
  readonly quota?: number | undefined;
  /** With `file-too-large`: the maximum file size. */
  readonly limitInBytes?: number | undefined;
  /** For an import that ended early: what was stored. */
  readonly import?: ImportSummary | undefined;
  /** For the import of a file that ended early: what was stored. */
  readonly fileImport?: FileImportReport | undefined;
  readonly cause?: unknown;
}

/**
 * The class of all errors of the client, except wrong arguments (`TypeError`) and errors thrown by a callback, which
 * are passed on unchanged. `kind` distinguishes them.
 */
export class CairnError extends Error {
  declare readonly kind: ErrorKind;
  declare readonly code: string;
  /** The code in words, such as `Quota exceeded`. */
  declare readonly title: string;
  declare readonly detail: string;
  declare readonly status: number | undefined;
  declare readonly errors: readonly Fault[];
  declare readonly requestId: string | undefined;
  declare readonly retryAfterMs: number | undefined;
  declare readonly imageCount: number | undefined;
  declare readonly quota: number | undefined;
  declare readonly limitInBytes: number | undefined;
  declare readonly import: ImportSummary | undefined;
  declare readonly fileImport: FileImportReport | undefined;

  constructor({ cause, ...facts }: ErrorFacts) {
    super(facts.detail, cause === undefined ? undefined : { cause });
    this.name = 'CairnError';
    Object.assign(this, facts, { title: titleOf(facts.code), errors: facts.errors ?? [] });
  }
}

/** Whether it is an error of the client: of one of these kinds, or of any kind if none is given. */
export function isCairnError<K extends ErrorKind = ErrorKind>(
  error: unknown,
  ...kinds: readonly K[]
): error is CairnError & { readonly kind: K } {
  if (!(error instanceof CairnError)) return false;
  return kinds.length === 0 || kinds.some((kind) => kind === error.kind);
}

function titleOf(code: string): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
