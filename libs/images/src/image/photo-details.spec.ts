import { describe, expect, it } from '@jest/globals';
import { parsePhotoPosition } from './photo-details.js';

describe('a position that a person sets', () => {
  it('is kept to a centimetre, as positions in files are, so that it is found where it is shown', () => {
    const given = { longitude: 8.541_694_449, latitude: -0.000_000_01 };
    expect(parsePhotoPosition(given)).toEqual({ longitude: 8.5416944, latitude: 0 });
    expect(parsePhotoPosition('179.99999999,90')).toEqual({ longitude: 180, latitude: 90 });
    for (const wrong of ['180.00000001,0', '8', '8,NaN', '1e2,3'])
      expect(() => parsePhotoPosition(wrong)).toThrow('position');
  });
});
