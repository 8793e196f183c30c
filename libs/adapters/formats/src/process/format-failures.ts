import { InvalidInput } from '@cairn/kernel';
import { FormatLimitExceeded, UnknownCrs, UnreadableFile } from '@cairn/spaces';
import type { FormatFailure } from './format-messages.js';

/** The facts of an error. */
export function failureOf(error: unknown): FormatFailure {
  if (error instanceof UnreadableFile) return { code: error.code, reason: error.reason };
  if (error instanceof FormatLimitExceeded) return { code: error.code, what: error.what, limit: error.limit };
  if (error instanceof UnknownCrs) return { code: error.code, given: error.given };
  if (error instanceof InvalidInput) return { code: error.code, faults: error.listed };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

/** The error with these facts. */
export function errorOf(failure: FormatFailure): Error {
  switch (failure.code) {
    case 'unreadable-file':
      return new UnreadableFile(failure.reason);
    case 'format-limit-exceeded':
      return new FormatLimitExceeded(failure.what, failure.limit);
    case 'unknown-crs':
      return new UnknownCrs(failure.given);
    case 'invalid-input':
      return new InvalidInput(failure.faults);
    case 'internal':
      return new Error(failure.message);
  }
}
