import { describe, expect, it } from '@jest/globals';
import { encodeTile, type TileFeature } from '@cairn/geometry';
import { faultsOf } from './check-tiles.js';
import type { SourceFeature } from './source-features.js';
import { pathOf, type TilePlace } from './tile-place.js';

const WEST: TilePlace = { zoom: 1, x: 0, y: 0 };
const EAST: TilePlace = { zoom: 1, x: 1, y: 0 };
const SOUTH: TilePlace = { zoom: 1, x: 0, y: 1 };

/** A field on both sides of the first meridian, a road across it, and a tower; rows of the grid by latitude. */
const latitudes = { 1_000: 79.3677008, 3_000: 43.3251777, 3_500: 25.3241665 } as const;
const known: readonly SourceFeature[] = [
  {
    ...{ id: 'field', kind: 'polygon' },
    paths: [[[-90, latitudes[1_000]], [90, latitudes[1_000]], [90, latitudes[3_000]], [-90, latitudes[3_000]], [-90, latitudes[1_000]]]], // prettier-ignore
  },
  {
    ...{ id: 'road', kind: 'line' },
    paths: [[[-90, latitudes[3_500]], [90, latitudes[3_500]]]], // prettier-ignore
  },
  { id: 'tower', kind: 'point', paths: [[[-90, latitudes[3_500]]]] },
];

const field = aFeature('field', 'polygon', [[2_048, 1_000, 4_160, 1_000, 4_160, 3_000, 2_048, 3_000]]);
const road = aFeature('road', 'line', [[2_048, 3_500, 4_160, 3_500]]);
const tower = aFeature('tower', 'point', [[2_048, 3_500]]);
const west = [field, road, tower];
const east = [
  aFeature('field', 'polygon', [[-64, 1_000, 2_048, 1_000, 2_048, 3_000, -64, 3_000]]),
  aFeature('road', 'line', [[-64, 3_500, 2_048, 3_500]]),
];

const notOf = (id: string) => (feature: TileFeature) => feature.properties['id'] !== id;

describe('the check of tiles', () => {
  it('finds no fault where all is as it should be', async () => {
    expect(await faultsIn({ west, east })).toEqual([]);
    expect(await faultsIn({ west: west.filter(notOf('road')), east, omitted: 1 })).toEqual([]);
  });

  it.each([
    ['a feature is missing', { west: west.filter(notOf('tower')) }, /^1\/0\/0: tower is not drawn/],
    [
      'a feature is where none is',
      { west: [...west, aFeature('hut', 'point', [[9, 9]])] },
      /^1\/0\/0: hut is drawn and is not near/,
    ],
    ['a line is two units away', { west: [field, moved(road, 2), tower] }, /^1\/0\/0: road is not drawn at/],
    ['a polygon is too large', { west: [moved(field, 2), road, tower] }, /^1\/0\/0: polygon field differs/],
    [
      'a ring is the wrong way round',
      { west: [reversed(field), road, tower] },
      /^1\/0\/0: .*(exterior|winding|hole)/i,
    ],
    [
      'a neighbour has another shape',
      {
        east: [
          aFeature('field', 'polygon', [[-64, 1_000, 2_048, 1_000, 2_048, 3_000, -64, 2_990]]),
          ...east.slice(1),
        ],
      },
      /^1\/0\/0: polygon field differs by more than a unit/,
    ],
    [
      'a neighbour has another line',
      { east: [...east.slice(0, 1), aFeature('road', 'line', [[-64, 3_503, 2_048, 3_500]])] },
      /^1\/0\/0: line road differs by more than a unit/,
    ],
    [
      'another store has other bytes',
      { west, other: west.filter(notOf('tower')) },
      /^1\/0\/0: is another one on other$/,
    ],
    [
      'a tile is larger than its budget',
      { west: [...west.slice(0, 2), { ...tower, properties: { id: 'tower', long: 'x'.repeat(1_100_000) } }] },
      /^1\/0\/0: has 1\d{6} bytes$/,
    ],
    [
      'a feature of a thinned tile is wrong',
      { west: [moved(tower, 3)], omitted: 2 },
      /^1\/0\/0: tower is not drawn/,
    ],
  ] as const)('finds that %s', async (_, drawn, fault) => {
    expect(await faultsIn({ west, east, ...drawn })).toContainEqual(expect.stringMatching(fault));
  });

  it('finds a seam to the south', async () => {
    const south = [aFeature('field', 'polygon', [[2_048, -64, 3_000, -64, 3_000, -20, 2_048, -20]])];
    expect(await faultsIn({ west, east, south })).toContainEqual(
      expect.stringMatching(/^1\/0\/0: polygon field differs .* to the south$/),
    );
  });

  it('finds neighbours that left out one feature and not the other, each another one', async () => {
    const beside = [aFeature('a', 'point', [[4_100, 500]]), aFeature('b', 'point', [[4_100, 600]])];
    const inEast = [aFeature('a', 'point', [[4, 500]]), aFeature('b', 'point', [[4, 600]])];
    const faults = await faultsIn({ west: beside.slice(1), east: inEast.slice(0, 1), omitted: 1 });
    expect(faults).toContain('1/0/0: has 1 features that the tile to the east has not, which has 1 others');
  });

  it('finds a wrong number of features that were left out', async () => {
    const towers = [2_000, 2_100, 5_000].map((column, index): SourceFeature => ({
      ...{ id: `tower${index}`, kind: 'point' },
      paths: [[[(column / 8_192) * 360 - 180, latitudes[3_000]]]],
    }));
    const drawn = { west: [aFeature('tower1', 'point', [[2_100, 3_000]])], east: [], features: towers };
    expect(await faultsIn({ ...drawn, omitted: 1 })).toEqual([]);
    expect(await faultsIn({ ...drawn, omitted: 2 })).toEqual([
      '1/0/0: says that 2 features are left out, where 1 of 2 are drawn',
    ]);
  });

  it('finds that thinned neighbours draw another shape', async () => {
    const lower = aFeature('road', 'line', [[-64, 3_503, 2_048, 3_500]]);
    const drawn = { west: [road, tower], east: [...east.slice(0, 1), lower], omitted: 1 };
    expect(await faultsIn(drawn)).toContainEqual(expect.stringMatching(/^1\/0\/0: line road differs/));
  });
});

interface Tiles {
  readonly west: readonly TileFeature[];
  readonly east: readonly TileFeature[];
  readonly south?: readonly TileFeature[];
  /** The western tile on another store; by default the same. */
  readonly other?: readonly TileFeature[];
  /** How many features the western tile says it has left out. */
  readonly omitted?: number;
  readonly features?: readonly SourceFeature[];
}

async function faultsIn({
  west,
  east,
  south,
  other = west,
  omitted = 0,
  features = known,
}: Tiles): Promise<readonly string[]> {
  const places = [
    { tile: WEST, drawn: west, elsewhere: other, omitted },
    { tile: EAST, drawn: east, elsewhere: east, omitted: 0 },
    ...(south === undefined ? [] : [{ tile: SOUTH, drawn: south, elsewhere: south, omitted: 0 }]),
  ];
  const bytesOf = (drawn: readonly TileFeature[]): Uint8Array =>
    encodeTile([{ name: 'tiles', extent: 4_096, features: drawn }]);
  const servedBy = (of: 'drawn' | 'elsewhere') =>
    new Map(
      places.map((place) => {
        const hash = Buffer.from(bytesOf(place[of])).toString('base64');
        return [pathOf(place.tile), { size: 0, hash, omitted: place.omitted, ms: 0 }];
      }),
    );
  const drawn = {
    features,
    tiles: [WEST],
    served: new Map([
      ['first', servedBy('drawn')],
      ['other', servedBy('elsewhere')],
    ]),
    read: async (tile: TilePlace) =>
      bytesOf(places.find((place) => pathOf(place.tile) === pathOf(tile))?.drawn ?? []),
  };
  const found: string[] = [];
  for await (const faults of faultsOf(drawn)) found.push(...faults);
  return found;
}

function aFeature(
  ...[id, type, paths]: [
    id: string,
    type: TileFeature['geometry']['type'],
    paths: readonly (readonly number[])[],
  ]
): TileFeature {
  return { geometry: { type, paths }, properties: { id } };
}

/** To the south. */
function moved(feature: TileFeature, units: number): TileFeature {
  const { type, paths } = feature.geometry;
  const down = paths.map((path) => path.map((value, index) => (index % 2 === 0 ? value : value + units)));
  return { ...feature, geometry: { type, paths: down } };
}

function reversed(feature: TileFeature): TileFeature {
  const { type, paths } = feature.geometry;
  const back = paths.map((path) =>
    Array.from({ length: path.length / 2 }, (_, index) => path.slice(index * 2, index * 2 + 2))
      .reverse()
      .flat(),
  );
  return { ...feature, geometry: { type, paths: back } };
}
