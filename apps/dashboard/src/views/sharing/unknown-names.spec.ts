import { CairnError } from '@cairn/client';
import { describe, expect, it } from '@jest/globals';
import { giveEach, unknownNames } from './unknown-names.ts';

const known = new Set(['Ada', 'Berg, Mia', 'Bob']);
const given: string[] = [];

async function give(name: string): Promise<void> {
  if (!known.has(name)) throw new CairnError({ kind: 'not-found', code: 'user-not-found', detail: '' });
  given.push(name);
}

describe('names that something is shared with', () => {
  it.each([
    ['Ada', ['Ada'], []],
    [' Ada , Bob,', ['Ada', 'Bob'], []],
    ['Ada\nBob; Ada', ['Ada', 'Bob'], []],
    ['Berg, Mia', ['Berg, Mia'], []],
    ['Eve', [], ['Eve']],
    ['Ada, Eve, Bob, No one', ['Ada', 'Bob'], ['Eve', 'No one']],
  ])('are one, or several: %j', async (text, names, unknown) => {
    given.length = 0;
    expect(await giveEach(text, give)).toEqual(unknown);
    expect(given).toEqual(names);
  });

  it('end with the first error of another kind', async () => {
    const failure = new CairnError({ kind: 'forbidden', code: 'access-forbidden', detail: '' });
    await expect(giveEach('Ada, Bob', () => Promise.reject(failure))).rejects.toBe(failure);
  });
});

it('members that are not there are found by their places', () => {
  const fault = (pointer: string, code = 'unknown-user') => ({ pointer, code, detail: '' });
  const refused = (...errors: readonly ReturnType<typeof fault>[]) =>
    new CairnError({ kind: 'invalid', code: 'invalid-input', detail: '', errors });
  const sent = ['Ada', 'Eve', 'Bob', 'No one'];
  expect(unknownNames(refused(fault('/memberNames/1'), fault('/memberNames/3')), sent)).toEqual([
    'Eve',
    'No one',
  ]);
  expect(unknownNames(refused(fault('/name', 'invalid-length')), sent)).toEqual([]);
  expect(unknownNames(new Error('Lost.'), sent)).toEqual([]);
});
