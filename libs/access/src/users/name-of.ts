import { InvalidInput } from '@cairn/kernel';
import { parseUserName } from './user.js';

/** Leaves room for a number behind it. */
const MAX_LENGTH = 52;

/** A valid name of a user, made from the first of the texts that can be one. */
export function nameOf(texts: readonly string[]): string {
  for (const text of texts)
    try {
      const visible = text.slice(0, 4 * MAX_LENGTH).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
      const shortened = Array.from(visible.normalize('NFKC')).slice(0, MAX_LENGTH);
      return parseUserName(shortened.join(''));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  return 'User';
}
