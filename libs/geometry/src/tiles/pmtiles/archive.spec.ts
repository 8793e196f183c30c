import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PMTiles, type RangeResponse, type Source, tileIdToZxy, zxyToTileId } from 'pmtiles';
import { ArchiveEntries, archiveHead } from './archive-head.js';
import { firstNumberOf, MAX_NUMBERED_ZOOM, placeOf } from './tile-number.js';

/** Bytes as the reader of Protomaps gets them from a server. */
class Bytes implements Source {
  constructor(private readonly bytes: Uint8Array) {}

  getKey(): string {
    return 'archive';
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    return { data: Uint8Array.from(this.bytes.subarray(offset, offset + length)).buffer };
  }
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(gzipSync(text));

const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const content = {
  minZoom: 0,
  maxZoom: 9,
  bounds: [-10.5, -20, 30.25, 40] as const,
  metadata: { name: 'Höfe', vector_layers: [{ id: 'farms', fields: {} }] },
};

/** An archive with a text for each number. */
async function archiveOf(texts: readonly (readonly [number, string])[]) {
  const entries = new ArchiveEntries();
  const data: Uint8Array[] = [];
  for (const [number, text] of texts) {
    const bytes = bytesOf(text);
    if (entries.add(number, bytes)) data.push(bytes);
  }
  const head = await archiveHead(entries, content, async (some) => gzipSync(some));
  const bytes = joined([...head, ...data]);
  return { entries, bytes, reader: new PMTiles(new Bytes(bytes)) };
}

async function textAt(reader: PMTiles, number: number): Promise<string | undefined> {
  const tile = await reader.getZxy(...tileIdToZxy(number));
  return tile && new TextDecoder().decode(tile.data);
}

describe('the number of a tile', () => {
  it('is that of PMTiles', () => {
    const positions = fc.integer({ min: 0, max: MAX_NUMBERED_ZOOM }).chain((zoom) =>
      fc.tuple(
        fc.constant(zoom),
        fc.maxSafeInteger().map((any) => Math.abs(any) % 4 ** zoom),
      ),
    );
    fc.assert(
      fc.property(positions, ([zoom, position]) => {
        const { x, y } = placeOf(zoom, position);
        expect(zxyToTileId(zoom, x, y)).toBe(firstNumberOf(zoom) + position);
      }),
    );
  });

  it('has those of the four tiles below it side by side', () => {
    const { x, y } = placeOf(7, 4321);
    const below = [0, 1, 2, 3].map((child) => placeOf(8, 4 * 4321 + child));
    expect(below.map((place) => [place.x >> 1, place.y >> 1])).toEqual([0, 1, 2, 3].map(() => [x, y]));
  });
});

describe('an archive', () => {
  it('says what is in it', async () => {
    const { reader } = await archiveOf([[0, 'world']]);
    expect(await reader.getHeader()).toMatchObject({
      specVersion: 3,
      clustered: true,
      internalCompression: 2,
      tileCompression: 2,
      tileType: 1,
      minZoom: 0,
      maxZoom: 9,
      minLon: -10.5,
      minLat: -20,
      maxLon: 30.25,
      maxLat: 40,
      centerZoom: 0,
      centerLon: 9.875,
      centerLat: 10,
      numAddressedTiles: 1,
      numTileEntries: 1,
      numTileContents: 1,
    });
    expect(await reader.getMetadata()).toEqual(content.metadata);
  });

  it('gives every tile back, and none that is not in it', async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 60 }), async (some, different) => {
        const texts = some
          .toSorted((left, right) => left - right)
          .map((number) => [number, `${number % different}`] as const);
        const { reader } = await archiveOf(texts);
        for (const [number, text] of texts) expect(await textAt(reader, number)).toBe(text);
        for (const number of some)
          if (!some.includes(number + 1)) expect(await textAt(reader, number + 1)).toBe(undefined);
      }),
      { numRuns: 30 },
    );
  });

  it('holds the same bytes once, and neighbours with them in one entry', async () => {
    const { entries } = await archiveOf(
      [0, 1, 2, 3, 7, 8].map((number) => [number, number === 3 ? 'land' : 'sea']),
    );
    expect(entries.contents).toBe(2);
    expect(entries.dataLength).toBe(bytesOf('sea').length + bytesOf('land').length);
    expect(entries.entries.map(({ number, count }) => [number, count])).toEqual([
      [0, 3],
      [3, 1],
      [7, 2],
    ]);
    expect(entries.tiles).toBe(6);
  });

  it('has directories of directories where one is too large for what a reader asks for first', async () => {
    const count = 30_000;
    const texts = Array.from(
      { length: count },
      (_, index) => [3 * index + (index % 2), `tile ${(index * 7919) % count}`] as const,
    );
    const { bytes, reader } = await archiveOf(texts);
    const { rootDirectoryLength, leafDirectoryLength = 0, numTileEntries } = await reader.getHeader();
    expect(rootDirectoryLength).toBeLessThan(16_384 - 127);
    expect(leafDirectoryLength).toBeGreaterThan(0);
    expect(numTileEntries).toBe(count);
    for (let index = 0; index < count; index += 997) {
      const [number, text] = texts[index] ?? [0, ''];
      expect(await textAt(reader, number)).toBe(text);
    }
    expect(gunzipSync(bytes.subarray(127, 127 + rootDirectoryLength)).length).toBeGreaterThan(0);
  });
});
