import { InvalidInput } from '@cairn/kernel';

const MAX_LENGTH = 64;
const FORM = /^(?:user|key|link):[0-9A-Za-z_-]+$/;

/**
 * Who added an image, unless it was the account itself: `user:ID`, `key:ID` or `link:ID`. The catalog does not know
 * them, and they may be gone.
 * @throws {InvalidInput}
 */
export function parseAddedBy(text: string): string {
  if (text.length > MAX_LENGTH || !FORM.test(text))
    throw InvalidInput.of(
      'invalid-contributor',
      'Who adds an image must be `user:`, `key:` or `link:` and an identifier, at most 64 characters together.',
    );
  return text;
}
