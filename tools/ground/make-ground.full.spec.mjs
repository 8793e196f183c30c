import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PMTiles } from 'pmtiles';
import { filesIn } from '../files.mjs';
import { makeGround } from './make-ground.mjs';

const TILES = 'assets/ground.pmtiles';
const VERSION = /GROUND_VERSION: string = '\w+'/;
const kept = fileURLToPath(new URL('../../libs/ground', import.meta.url));
const made = mkdtempSync(join(tmpdir(), 'cairn-ground-made-'));

beforeAll(async () => await makeGround(made), 300_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));

const assetsOf = (folder) =>
  filesIn(join(folder, 'assets'))
    .map((path) => relative(folder, path).replaceAll('\\', '/'))
    .sort();

function open(folder) {
  const bytes = readFileSync(join(folder, TILES));
  return new PMTiles({
    getKey: () => folder,
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
}

it('What the ground is made of gives the files that are kept, byte for byte', () => {
  expect(assetsOf(made)).toEqual(assetsOf(kept));
  const differing = assetsOf(kept)
    .filter((path) => path !== TILES)
    .filter((path) => !readFileSync(join(made, path)).equals(readFileSync(join(kept, path))));
  expect(differing).toEqual([]);
});

it('and the same module, but for the version', () => {
  const [one, other] = [made, kept].map((folder) => readFileSync(join(folder, 'src/recorded.ts'), 'utf8'));
  expect(one.replace(VERSION, '')).toBe(other.replace(VERSION, ''));
});

// Tippecanoe compresses with the zlib of the machine, of which another one may give other bytes for the same tile.
it('and the same tiles', async () => {
  const [one, other] = [open(made), open(kept)];
  expect(await one.getMetadata()).toEqual(await other.getMetadata());
  const { maxZoom } = await other.getHeader();
  const differing = [];
  let count = 0;
  for (let z = 0; z <= maxZoom; z += 1)
    for (let x = 0; x < 2 ** z; x += 1)
      for (let y = 0; y < 2 ** z; y += 1) {
        const [tile, wanted] = await Promise.all([one.getZxy(z, x, y), other.getZxy(z, x, y)]);
        if (wanted !== undefined) count += 1;
        if (tile === undefined && wanted === undefined) continue;
        if (!tile || !wanted || !Buffer.from(tile.data).equals(Buffer.from(wanted.data)))
          differing.push(`${z}/${x}/${y}`);
      }
  expect(differing).toEqual([]);
  expect(count).toBeGreaterThan(11_000);
});
