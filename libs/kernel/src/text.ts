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
