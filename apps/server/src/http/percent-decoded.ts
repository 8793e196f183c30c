import { Refusal } from './refusal.js';

/** A part of an address without its percent-encoding. @throws {Refusal} when that is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Refusal(
      { status: 400, code: 'malformed-address', detail: 'The percent-encoding of the address is broken.' },
      { cause },
    );
  }
}
