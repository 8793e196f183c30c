import { HttpError } from './http-error.js';

/** Decodes percent-encoded text. @throws {HttpError} 400 if the encoding is invalid. */
export function percentDecode(text: string): string {
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
