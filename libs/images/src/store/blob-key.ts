const KEY = /^[0-9A-Za-z]{1,64}$/;

/** Whether a text can be the key of a blob: 1 to 64 characters of base62. Adapters make paths of no other text. */
export function isBlobKey(text: string): boolean {
  return KEY.test(text);
}

/** A caller's mistake: no user chooses a key. */
export class InvalidBlobKey extends RangeError {
  constructor() {
    super('A blob key is 1 to 64 characters of 0-9A-Za-z.');
  }
}
