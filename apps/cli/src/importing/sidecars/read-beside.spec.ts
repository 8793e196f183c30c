import { expect, it } from '@jest/globals';
import { layoutOf } from '../layout.js';
import type { SourceFile } from '../sources/source.js';
import { readBeside } from './read-beside.js';

const file = (name: string, text: string): SourceFile => ({
  name,
  sizeInBytes: Buffer.byteLength(text),
  open: async () =>
    (async function* () {
      yield Buffer.from(text);
    })(),
});

it('takes what Takeout has beside the original of an edited photo, and nothing else of other photos', async () => {
  const takeout = JSON.stringify({ photoTakenTime: { timestamp: '-1' }, people: [{ name: 'Ada' }] });
  const files = Object.entries({
    'a.jpg': '',
    'a-bearbeitet.jpg': '',
    'a.suppl.json': takeout,
    'lake.jpg': '',
    'lake-north.jpg': '',
    'lake.jpg.json': JSON.stringify({ tags: ['lake'] }),
    'alone.jpg': '',
  }).map(([name, text]) => file(name, text));
  const layout = await layoutOf(
    (async function* () {
      yield* files;
    })(),
  );
  const told = await Promise.all(
    layout.images.map(async (image) => {
      const { facts, notes } = await readBeside(image, layout);
      return [image.name, facts.tags, facts.capturedAt, notes.length] as const;
    }),
  );
  expect(told).toEqual([
    ['a.jpg', ['Ada'], '1969-12-31T23:59:59.000Z', 0],
    ['a-bearbeitet.jpg', ['Ada'], '1969-12-31T23:59:59.000Z', 0],
    ['lake.jpg', ['lake'], undefined, 0],
    ['lake-north.jpg', [], undefined, 0],
    ['alone.jpg', [], undefined, 0],
  ]);
});

it('notes what cannot be read, and takes the rest', async () => {
  const sidecars = [
    file('x.jpg.xmp', '<x'),
    file('x.json', '{'),
    file('x.jpg.json', '{"tags":["a"]}'),
    { ...file('x.xmp', ''), refused: 'It is encrypted.' },
    { ...file('x.jpg.suppl.json', ''), sizeInBytes: 5 * 1024 ** 3 },
  ];
  const layout = { sidecarsOf: () => sidecars, originalSidecarsOf: () => [] };
  const { facts, notes } = await readBeside(file('x.jpg', ''), layout);
  expect(facts.tags).toEqual(['a']);
  expect(notes.map((note) => note.split(':')[0])).toEqual(
    ['x.jpg.xmp', 'x.json', 'x.xmp', 'x.jpg.suppl.json'].map(
      (name) => `Nothing is taken from ${name} beside it`,
    ),
  );
});
