import { InvalidInput } from '@cairn/kernel';
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
    const others = ['d.mp4', 'README', 'y.jpg.json', 'a/metadata.json', '.gitignore'];
    const found = await layout(
      'a/x.JPG',
      'a/x.JPG.json',
      'b.geojson',
      'c.ndjson',
      'albums.ndjson',
      ...others,
    );
    expect(found.images.map(({ name }) => name)).toEqual(['a/x.JPG']);
    expect(found.spaces.map(({ name }) => name)).toEqual(['b.geojson', 'c.ndjson', 'albums.ndjson']);
    expect(found.others).toEqual([
      { name: 'd.mp4', reason: 'Files that end with .mp4 are not imported.', kind: '.mp4' },
      { name: 'README', reason: 'Its name has no ending that says what it is.', kind: 'without an ending' },
      {
        name: '.gitignore',
        reason: 'Its name has no ending that says what it is.',
        kind: 'without an ending',
      },
      ...['y.jpg.json', 'a/metadata.json'].map((name) => ({
        name,
        reason: 'It lies beside no image and no space that it would tell of.',
        kind: 'beside nothing',
      })),
    ]);
    expect([found.isExport, found.albums]).toEqual([false, undefined]);
  });

  it('has what lies beside images and spaces, and tells of what lies beside none', async () => {
    const images = ['a/x.jpg', 'a/x-edited.jpg', 'a/y.jpg', 'closed/'];
    const found = await layout(
      ...images,
      'towns.ndjson',
      'a/x.jpg.json',
      'a/X.xmp',
      'towns.json',
      'b/x.jpg.json',
    );
    const beside = (name: string) => found.sidecarsOf(file(name)).map((one) => one.name);
    expect(beside('a/x.jpg')).toEqual(['a/x.jpg.json', 'a/X.xmp']);
    expect(beside('towns.ndjson')).toEqual(['towns.json']);
    expect(beside('a/x-edited.jpg')).toEqual([]);
    expect(found.originalSidecarsOf(file('a/x-edited.jpg')).map(({ name }) => name)).toEqual([
      'a/x.jpg.json',
    ]);
    expect(found.others.map(({ name }) => name)).toEqual(['b/x.jpg.json']);
    expect(found.withoutSidecar).toBe(1);
  });

  it.each([
    ['x.jpg', '', ''],
    ['x.jpg', 'in', 'in'],
    ['a/b c/x.jpg', 'in', 'in/a/b c'],
    ['Été & mer/{1}/x.jpg', '', 'Été & mer/{1}'],
    ['images/a/x.jpg', '', 'images/a'],
    ['a//b/./x.jpg', 'in', 'in/a/b'],
  ])('puts %s below %j at %j', async (name, prefix, path) => {
    expect(pathOf(file(name), await layout(name), prefix)).toBe(path);
  });

  it.each(['1/2/3/4/5/6/7/8/9/x.jpg', `${'汉'.repeat(86)}/x.jpg`, 'a/../x.jpg'])(
    'finds no path for %s',
    async (name) => {
      const found = await layout(name);
      expect(() => pathOf(file(name), found, '')).toThrow(InvalidInput);
    },
  );

  it('of an export leaves out the folder of its images', async () => {
    const found = await layout('cairn-export.json', 'images/a/x.jpg', 'albums.ndjson');
    expect(pathOf(file('images/a/x.jpg'), found, '')).toBe('a');
    expect(found.albums?.name).toBe('albums.ndjson');
  });
});
