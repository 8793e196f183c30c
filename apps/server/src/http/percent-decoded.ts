import { HttpError } from '../errors/http-error.js';

/** A part of an address without its percent-encoding. @throws {HttpError} when that is broken. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new HttpError(
      { status: 400, code: 'malformed-address', detail: 'The percent-encoding of the address is broken.' },
      { cause },
    );
  }
}
