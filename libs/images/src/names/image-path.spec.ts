import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import { cleanImagePath, parseImagePath } from './image-path.js';

describe('parseImagePath', () => {
  it.each([
    ['', ''],
    ['///', ''],
    ['/a/b/', 'a/b'],
    ['Urlaub 2024/Zürich', 'Urlaub 2024/Zürich'],
    ['cafe\u0301', 'caf\u00e9'],
    ['a-_.~()+/x', 'a-_.~()+/x'],
    ['1/2/3/4/5/6/7/8', '1/2/3/4/5/6/7/8'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['हिन्दी', 'हिन्दी'],
  ])('reads %j as %j', (text, path) => {
    expect(parseImagePath(text)).toBe(path);
  });

  it.each([
    ['a//b', ['empty-segment']],
    ['a/./b', ['dot-segment']],
    ['../etc', ['dot-segment']],
    ['a/b?c', ['invalid-character']],
    ['a\\b', ['invalid-character']],
    ['a\0b', ['invalid-character']],
    ['%2e%2e', ['invalid-character']],
    ['a\ud800', ['invalid-character']],
    ['ü'.repeat(128), ['segment-too-long']],
    ['1/2/3/4/5/6/7/8/9', ['path-too-deep']],
    ['a//b/..', ['empty-segment', 'dot-segment']],
  ])('refuses %j naming every fault', (text, codes) => {
    const faults = (() => {
      try {
        parseImagePath(text);
      } catch (error) {
        if (error instanceof InvalidInput) return error.faults.map((fault) => fault.code);
      }
      return undefined;
    })();
    expect(faults).toEqual(codes);
  });
});

describe('cleanImagePath', () => {
  it.each([
    ['', ''],
    ['/a//b/./c/', 'a/b/c'],
    ['./a', 'a'],
    ['E\u0301te\u0301 & mer/{1}', '\u00c9t\u00e9 - mer/-1-'],
    ['a\\b\0\ufffdc', 'a-b-c'],
    ['a/../b', 'a/../b'],
    ['...', '...'],
  ])('makes %j of %j', (text, path) => {
    expect(cleanImagePath(text)).toBe(path);
  });
});
