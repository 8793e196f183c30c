import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { assert } from './assert.js';

/** A value made in a realm of its own, as Node makes them for tests that Jest runs. */
const foreign = (code: string): unknown => runInNewContext(code);

describe('assertions on values of another realm', () => {
  it.each([
    ["['key']", ['key']],
    ["[{ key: 'a', sizeInBytes: 1 }]", [{ key: 'a', sizeInBytes: 1 }]],
    ['new Uint8Array([1, 2])', Uint8Array.of(1, 2)],
    ["new Map([['a', ['b']]])", new Map([['a', ['b']]])],
    ["new Set(['a'])", new Set(['a'])],
  ])('find %s equal to the same of this realm', (code, own) => {
    assert.deepEqual(foreign(code), own);
    expect(() => assert.notDeepEqual(foreign(code), own)).toThrow();
  });

  it.each([
    ["['key']", ['other']],
    ['[1]', ['1']],
    ['({ key: undefined })', {}],
    ['new Uint8Array([1, 2])', Uint8Array.of(1, 3)],
    ['new Uint8Array([1, 2])', [1, 2]],
    ["new Map([['a', ['b']]])", new Map([['a', ['c']]])],
    ["new Set(['a'])", ['a']],
  ])('find %s different from another one', (code, own) => {
    assert.notDeepEqual(foreign(code), own);
    expect(() => assert.deepEqual(foreign(code), own)).toThrow();
  });

  it('compare objects of a class as they are', () => {
    class Key {
      constructor(readonly text: string) {}
    }
    assert.deepEqual(new Key('a'), new Key('a'));
    expect(() => assert.deepEqual(new Key('a'), { text: 'a' })).toThrow();
  });
});
