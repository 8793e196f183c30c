import { expect, it } from '@jest/globals';
import { changedNames, safeFolder } from './safe-folder.ts';

it.each([
  ['a\\b', 'a-b'],
  ['trip/a%2Fb/deep', 'trip/a-2Fb/deep'],
  ['100 %/Tom & Anna, #1?', '100 %/Tom & Anna, #1?'],
  ['a\u200bb\u202e\u0000c', 'a-b-c'],
  ['👩‍👩‍👧\\x', '👩‍👩‍👧-x'],
  ['a/./../%2e%2E/b', 'a/b'],
  ['a//b', 'a/b'],
  ['/ /', ''],
  ['1/2/3/4/5/6/7/8/9', '1/2/3/4/5/6/7/8 - 9'],
  ['x'.repeat(300), 'x'.repeat(255)],
  ['🏝️'.repeat(60), '🏝️'.repeat(36)],
])('makes of %j a folder that the server takes', (path, safe) => {
  expect(safeFolder(path)).toBe(safe);
});

it('tells each name that changes once, and a folder whose depth changes as a whole', () => {
  expect(
    changedNames([
      ['trip/a\\b', 'trip/a-b'],
      ['trip/a\\b/c', 'trip/a-b/c'],
      ['fine', 'fine'],
      ['x/../y', 'x/y'],
    ]),
  ).toEqual([
    ['a\\b', 'a-b'],
    ['x/../y', 'x/y'],
  ]);
});
