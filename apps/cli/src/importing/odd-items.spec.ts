import { expect, it } from '@jest/globals';
import { Refused } from '../transfer/refused.js';
import { albumOf, imported, outcomes, recordOf, Recording } from './recorded-import.spec.kit.js';

it('stores a photo with the tags beside it as far as they are tags, and tells what was changed', async () => {
  const destination = new Recording();
  const { lines, summary } = await imported(
    {
      'tab.jpg': 'tab',
      'tab.jpg.json': JSON.stringify({ tags: ['a\tb', 'Smith, John', '\u0001', 'lake'] }),
      'lost.jpg': 'lost',
      'lost.jpg.json': JSON.stringify({ tags: ['a\ufffdb', 'x'.repeat(70)] }),
    },
    destination,
    { tags: ['moved'] },
  );
  expect(destination.images.map(({ settings }) => settings.tags)).toEqual([
    ['a b', 'Smith John', 'lake', 'moved'],
    ['a b', 'x'.repeat(64), 'moved'],
  ]);
  expect(lines.map(({ outcome, notes }) => [outcome, notes?.length])).toEqual([
    ['added', 3],
    ['added', 2],
    [undefined, undefined],
  ]);
  expect(summary).toMatchObject({ end: 'complete', added: 2, noted: 2 });
});

it('refuses an image whose path cannot be, and goes on', async () => {
  const { lines, summary } = await imported(
    { '1/2/3/4/5/6/7/8/9/deep.jpg': 'a', [`${'汉'.repeat(86)}/long.jpg`]: 'b', 'z/fine.jpg': 'c' },
    new Recording(),
  );
  expect(outcomes(lines)).toEqual([
    'refused 1/2/3/4/5/6/7/8/9/deep.jpg',
    `refused ${'汉'.repeat(86)}/long.jpg`,
    'added z/fine.jpg',
  ]);
  expect(lines.every(({ outcome, reason }) => (outcome === 'refused') === (reason !== undefined))).toBe(true);
  expect(summary).toMatchObject({ end: 'incomplete', added: 1, refused: 2, left: 0 });
});

it('never says that it is complete where an error ended it', async () => {
  const fault = new Error('The server cannot be reached.');
  const files = { 'a.jpg': 'a', 'b.jpg': 'b', 'c.jpg': 'c', 'd.jpg': 'd' };
  const { ended, summary } = await imported(
    files,
    new Recording((name) => (name === 'b.jpg' ? fault : undefined)),
  );
  expect(ended).toBe(fault);
  expect(summary).toMatchObject({ end: 'failed', refused: 0, left: expect.any(Number) });
  expect(Number(summary?.['added']) + Number(summary?.['left'])).toBe(4);
});

it('an image of the same bytes as one that is on its way has its place in albums', async () => {
  const destination = new Recording();
  const { lines } = await imported(
    {
      'cairn-export.json': '{"cairn":1}',
      'images/a.jpg': 'same',
      'images/a.jpg.json': recordOf('a', 'same'),
      'images/b.jpg': 'same',
      'images/b.jpg.json': recordOf('b', 'same'),
      'albums.ndjson': [albumOf('1', ['b']), albumOf('2', ['a', 'b'])].join('\n'),
    },
    destination,
  );
  expect(outcomes(lines)).toEqual(['added images/a.jpg', 'there images/b.jpg']);
  expect(destination.albums.map(({ images }) => images)).toEqual([['new1'], ['new1']]);
});

it('tries the same bytes again where they were refused under another name', async () => {
  const refused = (name: string) => (name === 'a.jpg' ? new Refused('not that') : undefined);
  const { lines } = await imported({ 'a.jpg': 'same', 'b.jpg': 'same' }, new Recording(refused));
  expect(outcomes(lines)).toEqual(['refused a.jpg', 'added b.jpg']);
});

it('lets nobody see an image whose record has a visibility that is none', async () => {
  const destination = new Recording();
  const files = {
    'cairn-export.json': '{"cairn":1}',
    'images/a.jpg': 'a',
    'images/a.jpg.json': recordOf('a', 'a', { visibility: 'friends' }),
  };
  const { lines } = await imported(files, destination);
  expect(destination.images.map(({ settings }) => settings.visibility)).toEqual(['private']);
  expect(lines[0]?.notes).toHaveLength(1);
});

it('takes features whatever lies beside them', async () => {
  const { lines } = await imported(
    { 'a.geojson': '{}', 'a.json': '{"cairn":', 'b.geojson': '{}', 'b.geojson.json': 'x'.repeat(2_000_000) },
    new Recording(),
  );
  expect(outcomes(lines)).toEqual(['added a.geojson', 'added b.geojson']);
});
