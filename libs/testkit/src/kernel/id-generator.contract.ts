import { assert } from '../assert.js';
import type { IdGenerator } from '@cairn/kernel';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';

const ALPHABET_SIZE = 62;

/** Rules for every `IdGenerator`. */
export const idGeneratorContract = {
  'an identifier has the length asked for and only base62 characters': async ({ open }) => {
    const ids = await open();
    for (const length of [1, 2, 8, 22, 30, 32, 255]) {
      for (const id of several(20, () => ids.next(length))) {
        assert.match(id, /^[0-9A-Za-z]+$/);
        assert.equal(id.length, length);
      }
    }
  },

  'no identifier is repeated': async ({ open }) => {
    const ids = await open();
    assert.equal(new Set(several(10_000, () => ids.next(22))).size, 10_000);
  },

  'two generators never return the same identifier': async ({ open }) => {
    const [one, another] = [await open(), await open()];
    const made = new Set(several(100, () => one.next(22)));
    assert.ok(several(100, () => another.next(22)).every((id) => !made.has(id)));
  },

  'every character is equally likely': async ({ open }) => {
    const ids = await open();
    const counts = new Map<string, number>();
    for (const character of ids.next(1_000 * ALPHABET_SIZE)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    assert.equal(counts.size, ALPHABET_SIZE);
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0);
    // 61 degrees of freedom: a uniform draw exceeds 160 once in 10^10 runs, a byte modulo 62 reaches about 400.
    assert.ok(chiSquare < 160, `chi-square is ${chiSquare}`);
  },
} satisfies Contract<IdGenerator>;
