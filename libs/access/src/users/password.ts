import { InvalidInput } from '@cairn/kernel';

const MIN_LENGTH = 10;
const MAX_LENGTH = 256;

/** Code units, in whatever form. Bounds what is normalized and hashed. */
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

/** The password in a text, in the form that is hashed; `''`, which nobody has, if the text is too long for one. */
export function passwordIn(text: string): string {
  return text.length > MAX_UNITS ? '' : text.normalize('NFKC');
}
