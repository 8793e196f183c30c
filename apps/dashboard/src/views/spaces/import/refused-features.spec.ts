import { expect, it } from '@jest/globals';
import { onePerFeature, refusedLines, type Refused } from './refused-features.ts';

const at = (position: number, offsetInBytes: number, lengthInBytes?: number): Refused => ({
  position,
  offsetInBytes,
  pointer: '',
  code: 'x',
  message: 'x',
  ...(lengthInBytes !== undefined && { lengthInBytes }),
});

it('gives each refused feature on a line, as it is in the file', async () => {
  const file = new File(['{"id":"ä"}\n{\r\n  "id": 1\n}\n{"id":2}'], 'a.ndjson');
  const refused = [at(0, 0, 11), at(1, 12, 14), at(2, 27)].map((text, index) => ({ line: index + 1, text }));
  expect(await (await refusedLines(file, refused)).text()).toBe('{"id":"ä"}\n{   "id": 1 }\n');
});

it.each([
  ['a.ndjson', '{"id":1}\n\n{"id":2}\r\n{"id":3}\n'],
  ['a.geojson', '{"type":"FeatureCollection","features":[{"id":1},\n{"id": 2},{"id":3}]}'],
  ['a.geojsons', '\u001e{"id":1}\n\u001e{"id":2}\n\u001e{"id":3}\n'],
])('finds features of %s by their numbers', async (name, text) => {
  const lines = await refusedLines(new File([text], name), [{ line: 2 }, { line: 3 }, { line: 9 }]);
  expect(await lines.text()).toBe('{"id":2}\n{"id":3}\n');
});

it('names a feature once, however many faults it has', () => {
  const refused = [at(0, 0), at(0, 0), at(3, 9), at(3, 9), at(4, 20)];
  expect(onePerFeature(refused).map(({ position }) => position)).toEqual([0, 3, 4]);
});
