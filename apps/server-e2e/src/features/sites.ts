import { point } from './hub.js';

/** Features of several kinds, one of them nowhere. */
export const sites = [
  point('a', 11, 47, { name: 'Hut', size: 1, '@ns:com:here:xyz': { tags: ['x', 'y'] } }),
  point('b', 12, 48, { name: 'Peak, high', size: 5, '@ns:com:here:xyz': { tags: ['y'] } }),
  point('c', -179.9, -17, { name: '', size: 9 }),
  { type: 'Feature', id: 'd', geometry: null, properties: { size: 'big' } },
];
