import { expect, it } from '@jest/globals';
import { FEATURE_SEPARATOR, featurePieces } from './stored-feature.js';

it('pieces of joined texts are no longer than wanted, but for features that are', () => {
  for (const lengths of [[1], [9, 9, 9], [3, 3, 3, 3, 3], [30], [30, 1, 1, 30, 30, 1], [8, 2], [10, 10]]) {
    const texts = lengths.map((length, index) => String(index).repeat(length));
    const pieces = [...featurePieces(texts.join(FEATURE_SEPARATOR), 10)];
    expect(pieces.flatMap((piece) => piece.split(FEATURE_SEPARATOR))).toEqual(texts);
    for (const piece of pieces) expect(piece.length <= 12 || !piece.includes(FEATURE_SEPARATOR)).toBe(true);
  }
  expect([...featurePieces(['1', '2', '3', '4'].join(FEATURE_SEPARATOR), 5)]).toEqual(['1,\n2', '3,\n4']);
});
