import fc from 'fast-check';

const zooms = fc.constantFrom(0, 1, 2, 5, 14, 29, 30, 31);
const tiles = fc
  .tuple(zooms, fc.nat(), fc.nat())
  .map(([zoom, x, y]) => [zoom, x % 2 ** zoom, y % 2 ** zoom] as const);
const endings = fc.constantFrom('', '.mvt', '.mvt', '.mvtf', '.mvt2', '.geojson', '.MVT', '.');

/** What stands in the paths of tiles besides the space, by operation. */
export const tilePlaces: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, string>>>>> = {
  getFeaturesInTile: fc
    .tuple(
      fc.oneof(
        tiles.map((numbers) => ({ type: 'web', address: numbers.join('_') })),
        tiles.map((numbers) => ({ type: 'tms', address: numbers.join('_') })),
        fc.stringMatching(/^[0-3]{1,31}$/).map((address) => ({ type: 'quadkey', address })),
        fc.nat(4 ** 10).map((number) => ({ type: 'here', address: String(number) })),
      ),
      endings,
    )
    .map(([{ type, address }, ending]) => ({ type, tileId: address + ending })),
  getTile: tiles.map(([z, x, y]) => ({ z: String(z), x: String(x), y: String(y) })),
};

/** Parameters of vector tiles. */
export const tileParameters = fc.constantFrom(
  'mode=viz',
  'mode=viz&vizSampling=high',
  'vizSampling=x',
  'tweaks=sampling&tweaks.strength=99',
  'tweaks=sampling&tweaks.strength=0',
  'tweaks=ensure&tweaks.samplingthreshold=10',
  'tweaks.algorithm=grid',
  'clip=false',
);
