/** More marks in a row than a text that anyone accepts can have. */
const PIECE = 256;

/** Pieces end in front of what joins nothing before it, except inside a longer run of marks. */
const pieces = new RegExp(`.{1,${PIECE}}[\\p{M}\\u1160-\\u11ff]{0,${PIECE}}`, 'gsu');

/**
 * The text in Unicode's composed form (NFC), in time that grows with its length alone: engines sort the marks of a
 * character in quadratic time, so a run of more than 256 is sorted piece by piece.
 */
export function toNfc(text: string): string {
  if (text.length <= PIECE) return text.normalize('NFC');
  return text.replace(pieces, (piece) => piece.normalize('NFC'));
}
