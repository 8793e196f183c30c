import { expect, it } from '@jest/globals';
import { Refused } from '../transfer/refused.js';
import {
  albumOf,
  imported,
  importedFrom,
  recordOf,
  Recording,
  sourceOf,
} from './recorded-import.spec.kit.js';
import type { ImportSource } from './sources/source.js';

it('goes on past albums that are none, or cannot be, and tells of images that they lack', async () => {
  const destination = new Recording((title) =>
    title === 'Album full' ? new Refused('It is full.') : undefined,
  );
  const { lines, summary } = await imported(
    {
      'cairn-export.json': '{"cairn":1}',
      'images/a.jpg': 'a',
      'images/a.jpg.json': recordOf('a', 'a'),
      'albums.ndjson': ['{"id":', '', '{}', albumOf('full', ['a']), albumOf('2', ['a', 'gone'])].join('\n'),
    },
    destination,
  );
  expect(lines.flatMap(({ outcome, reason }) => (outcome === 'refused' ? [reason] : []))).toEqual([
    'Line 1 is no album.',
    'Line 3 is no album.',
    'Album full: It is full.',
    'Album 2: 1 of its 2 images are not there.',
  ]);
  expect(destination.albums.map(({ images }) => images)).toEqual([['new1']]);
  expect(summary).toMatchObject({ end: 'incomplete', albums: 1 });
});

const smart = (query: unknown): string =>
  JSON.stringify({ ...(JSON.parse(albumOf('smart', [])) as object), query });

it.each<[string, string]>([
  ['a query that is null', smart(null)],
  ['a query that is a list', smart([])],
  ['tags that are no list', smart({ tags: 'lake' })],
  ['types that are no list', smart({ types: 5 })],
  ['a type that there is not', smart({ types: ['image/svg+xml'] })],
  ['a time that is none', smart({ from: 'x' })],
  ['a time that no calendar has', smart({ from: 9e15 })],
  ['a depth that there is not', smart({ depth: 'deep' })],
  ['a condition that is not known', smart({ lens: 'X' })],
  ['a camera that is none', smart({ camera: 5 })],
  ['a box without sides', smart({ box: { west: 1, south: 2, east: 3 } })],
  ['a circle without a centre', smart({ near: { radiusInMeters: 5 } })],
  ['something to lack that there is not', smart({ without: ['people'] })],
  ['images that are none', albumOf('x', []).replace('[]', '[1]')],
  ['a cover that is none', albumOf('x', []).replace('[]', '[],"coverId":{}')],
  ['bytes that are no text', `${albumOf('x', []).slice(0, -1)},"x":"\u00ff"}`],
  ['a line that does not end', `"${'x'.repeat(5_000_000)}"`],
  ['arrays without end', '['.repeat(100_000)],
])('an album with %s is refused, and no other', async (what, line) => {
  const files = {
    'cairn-export.json': '{"cairn":1}',
    'albums.ndjson': `${albumOf('1', [])}\n${line}\r\n${smart({ tags: ['lake'], from: 5 })}`,
  };
  const destination = new Recording();
  const encoding = what === 'bytes that are no text' ? 'latin1' : 'utf8';
  const { lines, ended, summary } = await imported(files, destination, {}, encoding);
  expect(ended).toBeUndefined();
  expect(lines.flatMap(({ reason = [] }) => reason)).toEqual(['Line 2 is no album.']);
  expect(destination.albums.map(({ title, query }) => [title, query])).toEqual([
    ['Album 1', undefined],
    ['Album smart', { tags: ['lake'], from: 5 }],
  ]);
  expect(summary).toMatchObject({ end: 'incomplete', albums: 2 });
});

it('an album whose title has a separator of lines is one line', async () => {
  const destination = new Recording();
  const album = albumOf('x', []).replace('Album x', 'Two\u2028parts\u2029');
  await imported({ 'cairn-export.json': '{"cairn":1}', 'albums.ndjson': album }, destination);
  expect(destination.albums.map(({ title }) => title)).toEqual(['Two\u2028parts\u2029']);
});

it('counts the albums before bytes that cannot be read, and goes on behind them', async () => {
  const source: ImportSource = {
    async *list() {
      yield* sourceOf({ 'cairn-export.json': '{"cairn":1}', 'a.geojson': '{}' }).list();
      yield {
        name: 'albums.ndjson',
        sizeInBytes: 1,
        open: async () =>
          (async function* () {
            yield Buffer.from(`${albumOf('1', [])}\n{`);
            throw new Refused('It is damaged.');
          })(),
      };
    },
    close: async () => undefined,
  };
  const { lines, summary } = await importedFrom(source, new Recording());
  expect(lines.flatMap(({ reason = [] }) => reason)).toEqual(['It is damaged.']);
  expect(summary).toMatchObject({ end: 'incomplete', albums: 1, spaces: 1 });
});
