import { InvalidInput } from '@cairn/kernel';

export const MAX_OWNER_LENGTH = 255;

/** Have a special meaning in listings, so they cannot be names of owners. */
const reservedNames: readonly string[] = ['me', 'others', '*'];

/** Parses the name of an owner: NFC, trimmed. @throws {InvalidInput} */
export function parseOwner(text: string): string {
  const owner = text.normalize('NFC').trim();
  if (owner === '' || [...owner].length > MAX_OWNER_LENGTH)
    throw InvalidInput.of('invalid-length', `The owner must have 1 to ${MAX_OWNER_LENGTH} characters.`);
  if (/[\p{Cc}\p{Cs}]/u.test(owner))
    throw InvalidInput.of('invalid-character', 'The owner has a control character or half a surrogate pair.');
  if (reservedNames.includes(owner))
    throw InvalidInput.of(
      'invalid-owner',
      `An owner cannot be called \`${owner}\`, which has a special meaning in listings.`,
    );
  return owner;
}

/** Parses the owner filter of a listing: a reserved name, or the name of one owner. @throws {InvalidInput} */
export function parseListedOwner(text: string): string {
  return reservedNames.includes(text) ? text : parseOwner(text);
}
