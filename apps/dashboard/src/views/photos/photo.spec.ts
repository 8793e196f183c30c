import { expect, it } from '@jest/globals';
import { photoOf, roomAround } from './photo.ts';

it('takes of a feature what it has as text, and its image from its id', () => {
  const properties = { name: 'lake.jpg', path: 'a/b', url: 7, thumbnail: null };
  expect(photoOf({ id: 'photo-x/y', properties })).toEqual({
    id: 'photo-x/y',
    href: '/images/x%2Fy',
    name: 'lake.jpg',
    folder: 'a/b',
    url: undefined,
    thumbnail: undefined,
    capturedAt: undefined,
  });
  expect(photoOf({ id: 'photo-x', properties: {} }).name).toBe('x');
});

it('leaves room around a box that is small, and none around others', () => {
  expect(roomAround([8, 46, 8, 46])).toEqual([4, 42, 12, 50]);
  expect(roomAround([0, 84, 20, 84])).toEqual([0, 80, 20, 85]);
  expect(roomAround([-10, 40, 10, 60])).toEqual([-10, 40, 10, 60]);
  expect(roomAround([])).toEqual([]);
});
