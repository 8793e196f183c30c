const KEY = /^[0-9A-Za-z]{1,64}$/;

/** Whether a text is a valid blob key: 1 to 64 characters of base62. Adapters build paths from no other text. */
export function isBlobKey(text: string): boolean {
  return KEY.test(text);
}

/** A programming error: users do not choose keys. */
export class InvalidBlobKey extends RangeError {
  constructor() {
    super('A blob key is 1 to 64 characters of 0-9A-Za-z.');
  }
}
