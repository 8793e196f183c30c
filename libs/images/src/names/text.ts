/** A character that a file name may hold: a letter of any script, a digit, space and `-_.~()+`. */
export const NAME_CHARACTERS = String.raw`\p{L}\p{M}0-9 \-_.~()+`;

/** The length of `text` in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) length += utf8Width(character.codePointAt(0) ?? 0);
  return length;
}

/** The longest prefix of `text` with at most `limit` UTF-8 bytes. Does not split characters. */
export function utf8Prefix(text: string, limit: number): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += utf8Width(character.codePointAt(0) ?? 0);
    if (length > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function utf8Width(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
