import { UnreadableFile, type FileItem } from '@cairn/spaces';
import { expect, it } from '@jest/globals';
import { WGS_84 } from '../crs/read-crs.js';
import { describeItems } from './describe-items.js';

const feature = { type: 'Feature', geometry: null, properties: { name: 'A' } } as const;

async function* cutBehind(count: number): AsyncGenerator<FileItem> {
  for (let at = 1; at <= count; at++) yield { at, feature };
  throw new UnreadableFile('The file is cut short.');
}

const described = (count: number) =>
  describeItems('gpx', () => cutBehind(count), { choices: {}, crs: WGS_84 });

it('a file that is broken behind its first features is described as far as it goes, with the fault', async () => {
  const { sample, columns, count } = await described(2);
  expect(sample.slice(2)).toEqual([{ at: 2, reason: 'The file is cut short.' }]);
  expect([columns.map(({ name }) => name), count]).toEqual([['name'], undefined]);
});

it('a file that is broken in front of its first feature is refused', async () => {
  await expect(described(0)).rejects.toBeInstanceOf(UnreadableFile);
});
