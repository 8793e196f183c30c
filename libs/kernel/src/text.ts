/** Longer than any run of combining marks in legitimate text. */
const PIECE = 256;

/** Pieces end before a character that does not combine with the previous one, except in runs of more than 256 marks. */
const pieces = new RegExp(`.{1,${PIECE}}[\\p{M}\\u1160-\\u11ff]{0,${PIECE}}`, 'gsu');

/**
 * Normalizes to NFC in linear time. Engines sort the combining marks of a character in quadratic time, so a run of more
 * than 256 marks is normalized in pieces.
 */
export function toNfc(text: string): string {
  if (text.length <= PIECE) return text.normalize('NFC');
  return text.replace(pieces, (piece) => piece.normalize('NFC'));
}

/**
 * Compares texts by code points, as databases compare UTF-8 bytes (`COLLATE "C"`, `BINARY`). Negative if `one` comes
 * first.
 */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return rankOf(a) - rankOf(b);
  }
  return one.length - other.length;
}

/** Maps a code unit so that surrogates sort after all others. */
function rankOf(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
