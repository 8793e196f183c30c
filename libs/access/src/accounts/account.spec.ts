import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import { FIRST_ACCOUNT_NAME, parseName, positionOf, publicNameOf } from './account.js';

describe('parseName', () => {
  it.each([
    ['Ann', 'Ann'],
    ['  Ann  ', 'Ann'],
    ['cafe\u0301', 'caf\u00e9'],
    ["O'Brien & Söhne 🪨", "O'Brien & Söhne 🪨"],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['🪨'.repeat(200), '🪨'.repeat(200)],
  ])('parses %j as %j', (text, name) => {
    expect(parseName(text)).toBe(name);
  });

  it.each([
    ['', 'invalid-length'],
    [' \n', 'invalid-length'],
    ['x'.repeat(201), 'invalid-length'],
    ['two\nlines', 'invalid-character'],
    ['a\0b', 'invalid-character'],
    ['a\u202eb', 'invalid-character'],
    ['\ud83e', 'invalid-character'],
  ])('rejects %j as %s', (text, code) => {
    const faults = [expect.objectContaining({ pointer: '', code })];
    expect(() => parseName(text)).toThrow(InvalidInput);
    expect(() => parseName(text)).toThrow(expect.objectContaining({ faults }));
  });
});

describe('positionOf', () => {
  it('is the creation time and the identifier', () => {
    expect(positionOf({ createdAt: 5, id: 'a' })).toEqual({ at: 5, id: 'a' });
  });
});

describe('publicNameOf', () => {
  it.each([
    ['Ann', 'Ann'],
    [FIRST_ACCOUNT_NAME, undefined],
    ['ann@example.org', undefined],
  ])('of %j is %j', (name, shown) => {
    expect(publicNameOf({ name })).toBe(shown);
  });
});
