import { describe, expect, it } from '@jest/globals';
import { layoutOf, pathOf } from './layout.js';
import type { SourceFile } from './sources/source.js';

const file = (name: string): SourceFile => ({
  name,
  sizeInBytes: 1,
  open: () => Promise.reject(new Error()),
});

async function layout(...names: string[]) {
  return await layoutOf(
    (async function* () {
      yield* names.map(file);
    })(),
  );
}

describe('the layout of a source', () => {
  it('tells files apart by their names', async () => {
    const found = await layout('a/x.JPG', 'a/x.JPG.json', 'b.geojson', 'c.ndjson', 'd.mp4', 'albums.ndjson');
    expect(found.images.map(({ name }) => name)).toEqual(['a/x.JPG']);
    expect(found.spaces.map(({ name }) => name)).toEqual(['b.geojson', 'c.ndjson', 'albums.ndjson']);
    expect(found.others.map(({ name }) => name)).toEqual(['d.mp4']);
    expect([found.isExport, found.albums]).toEqual([false, undefined]);
  });

  it.each([
    ['a/x.jpg', ['a/x.jpg.json']],
    ['a/x.jpg', ['a/X.JPG.xmp']],
    ['a/x.jpg', ['a/x.xmp']],
    ['a/x.jpg', ['a/x.jpg.supplemental-metadata.json', 'a/x.json']],
    ['a/IMG_20250702_103000000_HDR~2.jpg', ['a/IMG_20250702_103000000_HDR~2.jpg.supplemental-.json']],
    ['a/x(1).jpg', ['a/x.jpg(1).json']],
    ['a/x(12).jpg', ['a/x.jpg.supplemental-metadata(12).json']],
  ])('finds beside %s: %j', async (name, beside) => {
    const found = await layout(name, ...beside, 'a/other.jpg.json', 'b/x.jpg.json');
    expect(found.sidecarsOf(file(name)).map((one) => one.name)).toEqual(beside);
  });

  it.each(['a/x.jpg', 'a/X.JPG', 'a/X.jpg'])(
    'gives %s its own, not that of a name in another case',
    async (name) => {
      const found = await layout('a/x.jpg.json', 'a/X.JPG.json', 'a/X.jpg.json', 'a/x.JPG.json');
      expect(found.sidecarsOf(file(name)).map((one) => one.name)).toEqual([`${name}.json`]);
    },
  );

  it.each([
    ['x.jpg', '', ''],
    ['x.jpg', 'in', 'in'],
    ['a/b c/x.jpg', 'in', 'in/a/b c'],
    ['Été & mer/{1}/x.jpg', '', 'Été - mer/-1-'],
    ['images/a/x.jpg', '', 'images/a'],
  ])('puts %s below %j at %j', async (name, prefix, path) => {
    expect(pathOf(file(name), await layout(name), prefix)).toBe(path);
  });

  it('of an export leaves out the folder of its images', async () => {
    const found = await layout('cairn-export.json', 'images/a/x.jpg', 'albums.ndjson');
    expect(pathOf(file('images/a/x.jpg'), found, '')).toBe('a');
    expect(found.albums?.name).toBe('albums.ndjson');
  });
});
