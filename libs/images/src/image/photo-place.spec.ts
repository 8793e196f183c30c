import { describe, expect, it } from '@jest/globals';
import { cameraOf } from './photo-place.js';

const camera = (make?: string, model?: string) =>
  cameraOf({ description: { uploadSha256: 'ab', removed: [], camera: { make, model } } });

describe('the name of a camera', () => {
  it('has what databases can store, whatever a record from elsewhere says', () => {
    expect(camera('Acme\0', 'X\ud83d1')).toBe('Acme X1');
    expect(camera('\0', '\ude00')).toBeUndefined();
    expect(camera('Kodak 📷', undefined)).toBe('Kodak 📷');
  });
});
