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
  const file = new Blob(['{"id":"ä"}\n{\r\n  "id": 1\n}\n{"id":2}']);
  const refused = [at(0, 0, 11), at(1, 12, 14), at(2, 27)];
  expect(await (await refusedLines(file, refused)).text()).toBe('{"id":"ä"}\n{   "id": 1 }\n');
});

it('names a feature once, however many faults it has', () => {
  const refused = [at(0, 0), at(0, 0), at(3, 9), at(3, 9), at(4, 20)];
  expect(onePerFeature(refused).map(({ position }) => position)).toEqual([0, 3, 4]);
});
