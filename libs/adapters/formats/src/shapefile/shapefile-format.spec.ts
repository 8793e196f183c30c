import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { shapefileParts, zipOf } from '../shapefile-zip.spec.kit.js';
import { ShapefileFormat } from './shapefile-format.js';

const POINT = { name: 'Linde', number: 1, position: [8.54, 47.37] } as const;

describe('a shapefile whose .prj is empty', () => {
  it.each(['', '\uFEFF', ' \r\n'])('has no system, as without a .prj: %j', async (prj) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-prj-'));
    try {
      const path = join(folder, 'trees.zip');
      const bytes = zipOf(
        shapefileParts([POINT]).map(([name, part]) => [
          name,
          name.endsWith('.prj') ? Buffer.from(prj) : part,
        ]),
      );
      await writeFile(path, bytes);
      const file = { path, name: 'trees.zip', sizeInBytes: bytes.length };
      const content = await new ShapefileFormat().inspect(file, {});
      expect(content.crs).toBeUndefined();
      // Nobody looks whether they are degrees: numbers of a plan may be as small.
      await expect(new ShapefileFormat().read(file, {}).next()).rejects.toThrow(
        'The file does not say in which reference system its coordinates are. Choose one by its code, such as EPSG:2056, or EPSG:4326 for degrees.',
      );
      expect((await new ShapefileFormat().inspect(file, { crs: 'EPSG:4326' })).crs?.code).toBe('EPSG:4326');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
