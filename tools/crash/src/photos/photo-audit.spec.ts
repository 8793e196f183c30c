import { describe, expect, it } from '@jest/globals';
import { differences } from './photo-audit.js';

const photo = (id: string, tags: readonly string[] = []) => ({
  id,
  path: 'trip',
  tags,
  metadata: { position: { longitude: 11, latitude: 47 } },
});
const feature = (id: string, tags: readonly string[] = [], coordinates = [11, 47]) => ({
  id: `photo-${id}`,
  geometry: { coordinates },
  properties: { imageId: id, tags },
});

describe('the audit of photos', () => {
  it('accepts features that are the photos, in any order', () => {
    const photos = [photo('a', ['x']), photo('b')];
    expect(differences(photos, [feature('b'), feature('a', ['x'])])).toEqual([]);
  });

  it('notices what is missing, left over, or has other tags or another place', () => {
    const photos = [photo('a'), photo('b', ['new']), photo('c')];
    const features = [feature('b', ['old']), feature('c', [], [47, 11]), feature('gone')];
    expect(differences(photos, features)).toEqual([
      'missing: photo-a',
      'old: photo-b',
      'old: photo-c',
      'left over: photo-gone',
    ]);
  });
});
