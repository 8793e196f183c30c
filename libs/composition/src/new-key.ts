import { KeySecret } from '@cairn/access';
import { RandomIdGenerator } from '@cairn/adapter-system';

/** A well-formed API key that no application knows yet, for a first account to be set up with. */
export function newKey(): KeySecret {
  return KeySecret.create(new RandomIdGenerator());
}
