import { InvalidInput } from '@cairn/kernel';

/** Somebody who adds images by a link. */
export interface Guest {
  /** Nobody who knows it can be that guest: it is made of a digest of a secret. */
  readonly id: string;
  /** As they said it; absent if they never did. */
  readonly name?: string | undefined;
}

/** @throws {InvalidInput} */
export function parseGuestId(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw InvalidInput.of('invalid-guest', 'The identifier of a guest must have letters, digits, `-` and `_`.');
}

const MAX_NAME_LENGTH = 80;
/** Also what turns the direction of the text that follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The name of a guest: trimmed, without control characters; `undefined` for none.
 * @throws {InvalidInput} if it is longer than 80 characters.
 */
export function parseGuestName(text: string): string | undefined {
  const name = text.replaceAll(UNSEEN, ' ').trim();
  if ([...name].length > MAX_NAME_LENGTH)
    throw InvalidInput.of('name-too-long', `The name must have at most ${MAX_NAME_LENGTH} characters.`);
  return name === '' ? undefined : name;
}
