import { describe, expect, it } from '@jest/globals';
import { albumQueryOf, conditionsOf, filterOf, isNarrowed } from './filter.ts';

const read = (address: string) => filterOf(new URLSearchParams(address));

describe('a filter in an address', () => {
  it('has the conditions of the API', () => {
    const filter = read(
      'path=a/b&tags=x,y&q=lake&type=image/png&visibility=private&takenFrom=2024&takenTo=2024-07-01&bbox=170,-20,-170,-10&near=8.5,47&radius=500&camera=Pixel 8&without=tags,place&favourite=true&rating=4',
    );
    expect(conditionsOf(filter)).toEqual({
      path: 'a/b',
      tags: ['x', 'y'],
      q: 'lake',
      type: ['image/png'],
      visibility: ['private'],
      takenFrom: '2024',
      takenTo: '2024-07-01',
      bbox: [170, -20, -170, -10],
      near: [8.5, 47],
      radius: 500,
      camera: 'Pixel 8',
      without: ['place', 'tags'],
      favourite: true,
      rating: 4,
    });
    expect(isNarrowed(filter)).toBe(true);
  });

  it('is by day unless it says otherwise', () => {
    expect(read('').sort).toBe('taken');
    expect(read('sort=name').sort).toBe('name');
    expect(read('sort=odd').sort).toBe('taken');
  });

  it('leaves out what is none', () => {
    const filter = read(
      'type=image/odd&takenFrom=2024-13&takenTo=soon&bbox=1,2,3&near=200,0&radius=9&without=x&favourite=no&rating=6',
    );
    expect(conditionsOf(filter)).toEqual({});
    expect(isNarrowed(read('path=a&sort=name'))).toBe(false);
  });

  it('is what a smart album looks for, without visibility', () => {
    expect(
      albumQueryOf(
        read('path=a&tags=x&takenFrom=2024-07&visibility=private&near=8.5,47&favourite=true&rating=-1'),
      ),
    ).toEqual({
      path: 'a',
      tags: ['x'],
      near: { longitude: 8.5, latitude: 47, radius: 1_000 },
      takenFrom: '2024-07',
      favourite: true,
      rating: -1,
      sort: 'taken',
    });
  });
});
