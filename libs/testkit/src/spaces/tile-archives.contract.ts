import { assert } from '../assert.js';
import { Buffer } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import type {
  ArchivedContent,
  ArchivedTiles,
  NumberedTile,
  TileArchive,
  TileArchives,
} from '@cairn/spaces/spi';
import { gathered } from '../blobs/blob-bytes.js';
import type { Contract } from '../contract.js';
import { unusualStrings } from '../unusual-strings.js';

const HEADER_LENGTH = 127;

const land: ArchivedContent = { spaceId: 'land', createdAt: 1_767_323_045_678, version: 7 };

/** Rules for every `TileArchives`. */
export const tileArchivesContract = {
  'an archive holds the tiles that it was made of, each different one once': async ({ open }) => {
    const archives = await open();
    const archive = await archives.add(land, tilesOf('world', 'sea', 'sea', 'coast'));
    const bytes = await bytesOf(archives, archive);
    assert.equal(bytes.length, archive.sizeInBytes);
    assert.equal(bytes.toString('latin1', 0, 7), 'PMTiles');
    const [data, length, addressed, contents] = [56, 64, 72, 88].map((at) =>
      Number(bytes.readBigUInt64LE(at)),
    );
    assert.deepEqual([addressed, contents, bytes[100], bytes[101]], [4, 3, 0, 3]);
    assert.equal(gunzipSync(bytes.subarray(data, (data ?? 0) + (length ?? 0))).toString(), 'worldseacoast');
  },

  'any range of an archive is read': async ({ open }) => {
    const archives = await open();
    const archive = await archives.add(land, tilesOf('world'));
    const bytes = await bytesOf(archives, archive);
    for (const [start, end] of [
      [0, 0],
      [0, HEADER_LENGTH - 1],
      [100, bytes.length - 1],
    ] as const) {
      const some = await gathered(await archives.read(archive, { start, end }));
      assert.deepEqual(Buffer.from(some), bytes.subarray(start, end + 1));
    }
  },

  'an archive takes the place of the one before, and says of which version it is': async ({ open }) => {
    const archives = await open();
    assert.equal(await archives.find(land), undefined);
    const first = await archives.add(land, tilesOf('old'));
    assert.deepEqual(await archives.find(land), first);
    const second = await archives.add({ ...land, version: 123_456_789 }, tilesOf('new'));
    assert.deepEqual(await archives.find(land), second);
    assert.equal(second.version, 123_456_789);
    await assert.rejects(bytesOf(archives, first), { code: 'archive-not-found' });
  },

  'tiles that break off leave the archive that was there': async ({ open }) => {
    const archives = await open();
    const first = await archives.add(land, tilesOf('old'));
    const broken = { ...tilesOf('new'), tiles: breakingOff(new Error('no more')) };
    await assert.rejects(archives.add({ ...land, version: 8 }, broken), /no more/);
    assert.deepEqual(await archives.find(land), first);
    await bytesOf(archives, first);
  },

  'every space has its own archive, also one that is created later under the same id': async ({ open }) => {
    const archives = await open();
    const spaces = [land.spaceId, ...unusualStrings].map((spaceId) => ({ ...land, spaceId }));
    const added: TileArchive[] = [];
    for (const space of spaces) added.push(await archives.add(space, tilesOf(space.spaceId)));
    for (const [index, space] of spaces.entries()) assert.deepEqual(await archives.find(space), added[index]);
    assert.equal(await archives.find({ ...land, createdAt: land.createdAt + 1 }), undefined);
  },

  'what was stored until a time is removed, of one space, and what came later is not': async ({ open }) => {
    const archives = await open();
    const other = await archives.add({ ...land, spaceId: 'sea' }, tilesOf('sea'));
    const archive = await archives.add(land, tilesOf('land'));
    await archives.remove(land.spaceId, archive.storedAt - 1);
    assert.deepEqual(await archives.find(land), archive);
    await archives.remove(land.spaceId, archive.storedAt);
    assert.equal(await archives.find(land), undefined);
    assert.deepEqual(await archives.find(other), other);
  },

  'an archive that is packed is the one that would be added, and is not kept': async ({ open }) => {
    const archives = await open();
    const { tiles, ...content } = tilesOf('world', 'sea', 'sea');
    const packed = await archives.pack(tiles, () => content);
    const bytes = Buffer.from(await gathered(packed.read()));
    assert.equal(packed.sizeInBytes, bytes.length);
    assert.equal(await archives.find(land), undefined);
    await packed.discard();
    await packed.discard();
    const added = await archives.add(land, tilesOf('world', 'sea', 'sea'));
    assert.deepEqual(bytes, await bytesOf(archives, added));
    await assert.rejects(
      archives.pack(breakingOff(new Error('no more')), () => content),
      /no more/,
    );
  },

  'what was added is there after a restart': async ({ open, reopen }) => {
    const archives = await open();
    const archive = await archives.add(land, tilesOf('world'));
    const bytes = await bytesOf(archives, archive);
    const again = await reopen(archives);
    assert.deepEqual(await again.find(land), archive);
    assert.deepEqual(await bytesOf(again, archive), bytes);
  },
} satisfies Contract<TileArchives>;

async function bytesOf(archives: TileArchives, archive: TileArchive): Promise<Buffer> {
  return Buffer.from(
    await gathered(await archives.read(archive, { start: 0, end: archive.sizeInBytes - 1 })),
  );
}

/** The tiles from number 0 on, with these texts in place of tiles. */
function tilesOf(...texts: readonly string[]): ArchivedTiles {
  return {
    minZoom: 0,
    maxZoom: 3,
    bounds: [-10, -20, 30, 40],
    metadata: { vector_layers: [] },
    tiles: numbered(texts),
  };
}

async function* numbered(texts: readonly string[]): AsyncGenerator<NumberedTile, void> {
  for (const [number, text] of texts.entries()) yield { number, bytes: new TextEncoder().encode(text) };
}

async function* breakingOff(error: Error): AsyncGenerator<NumberedTile, void> {
  yield* numbered(['first']);
  throw error;
}
