import { InvalidInput } from '@cairn/kernel';

const MIN_LENGTH = 10;
const MAX_LENGTH = 256;

/** In UTF-16 code units, before normalization. Limits the cost of normalizing and hashing. */
const MAX_UNITS = 4 * MAX_LENGTH;

/** Parses a new password: NFKC, 10 to 256 characters of any kind. @throws {InvalidInput} */
export function parsePassword(text: string): string {
  const password = passwordIn(text);
  const length = [...password].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw InvalidInput.of(
      'invalid-length',
      `The password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`,
    );
  if (/\p{Cs}/u.test(password))
    throw InvalidInput.of('invalid-character', 'The password has half a surrogate pair.');
  return password;
}

/** The password in the form that is hashed. A text that is too long becomes `''`, which is nobody's password. */
export function passwordIn(text: string): string {
  return text.length > MAX_UNITS ? '' : text.normalize('NFKC');
}
