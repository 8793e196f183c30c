import type { SigningKeys } from '@cairn/http/settings';

const MIN_LENGTH = 32;

/** Reads names and secrets such as `site:3q2…,app:9fa…`. @throws {Error} that says what is expected. */
export function signingKeys(text: string): SigningKeys {
  const pairs = text.split(',').map((pair): [string, string] => {
    const [, name = '', secret = ''] = /^([a-z0-9-]{1,64}):([\x21-\x7e]+)$/.exec(pair.trim()) ?? [];
    if (secret.length < MIN_LENGTH)
      throw new Error(
        `must be names of lower-case letters, digits and hyphens, each with a secret of ${MIN_LENGTH} characters or more`,
      );
    return [name, secret];
  });
  const keys = new Map(pairs);
  if (keys.size < pairs.length) throw new Error('must have each name once');
  return keys;
}
