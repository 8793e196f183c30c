import { KeySecret } from '@cairn/access';
import { RandomIdGenerator } from '@cairn/adapter-system';

/** A well-formed API key that no application knows yet, to bootstrap the first account. */
export function newKey(): KeySecret {
  return KeySecret.create(new RandomIdGenerator());
}
