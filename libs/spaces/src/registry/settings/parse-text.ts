import { InvalidInput } from '@cairn/kernel';

/** @throws {InvalidInput} if the text is longer than that in characters, or no store could keep it. */
export function parseText(
  text: string,
  { name, limit }: { readonly name: string; readonly limit: number },
): string {
  // Stores such as PostgreSQL cannot store NUL, or half a surrogate pair, in a text.
  if (/[\0\p{Cs}]/u.test(text))
    throw InvalidInput.of('invalid-character', `The ${name} has a NUL character or half a surrogate pair.`);
  if ([...text].length > limit)
    throw InvalidInput.of('text-too-long', `The ${name} is longer than ${limit} characters.`);
  return text;
}
