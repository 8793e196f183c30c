import { InvalidInput } from '@cairn/kernel';

/** One of these words, in any case. @throws {InvalidInput} */
export function oneOf<const T extends string>(words: readonly T[], given: unknown, name: string): T {
  const word = words.find((known) => known === (typeof given === 'string' ? given.toLowerCase() : given));
  if (word !== undefined) return word;
  const detail = `\`${name}\` must be one of ${words.join(', ')}.`;
  throw new InvalidInput([{ pointer: `/${name}`, code: 'unknown-word', detail }]);
}
