import { InvalidInput } from '@cairn/kernel';

export const MAX_OWNER_LENGTH = 255;

/** What a listing takes for several owners or for the caller, so nobody can be called by it. */
const listingWords: readonly string[] = ['me', 'others', '*'];

/** The name of one owner: NFC, no white space at either end. @throws {InvalidInput} */
export function parseOwner(text: string): string {
  const owner = text.normalize('NFC').trim();
  if (owner === '' || [...owner].length > MAX_OWNER_LENGTH)
    throw InvalidInput.of('invalid-length', `The owner must have 1 to ${MAX_OWNER_LENGTH} characters.`);
  if (/[\p{Cc}\p{Cs}]/u.test(owner))
    throw InvalidInput.of('invalid-character', 'The owner has a control character or half a surrogate pair.');
  if (listingWords.includes(owner))
    throw InvalidInput.of(
      'invalid-owner',
      `An owner cannot be called \`${owner}\`, which listings give a meaning.`,
    );
  return owner;
}

/** The owner that a listing asks for: a word of its own, or one owner. @throws {InvalidInput} */
export function parseListedOwner(text: string): string {
  return listingWords.includes(text) ? text : parseOwner(text);
}
