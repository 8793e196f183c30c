import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeBases, type Bases } from './bases.spec.kit.js';
import { choices, Dice, mutations } from './mutations.spec.kit.js';
import { MARKER, served, shown } from './served.spec.kit.js';

/** How many files are made of each type; more than a few take long. */
const RUNS = Number(process.env['CAIRN_CONTAINER_RUNS'] ?? 25);
/** So many bytes of the marker must not come out. */
const TOLD = MARKER.subarray(0, 12);

let files: readonly (readonly [name: string, bytes: Buffer])[];

beforeAll(async () => {
  const bases: Bases = await makeBases();
  files = Object.entries(bases);
});

describe('what a decoder ignores', () => {
  it.each(mutations)('does not come out of a file %s', async (names, mutate) => {
    const bases = files.filter(([name]) => names.test(name));
    await fc.assert(
      fc.asyncProperty(fc.nat(bases.length - 1), choices, async (index, drawn) => {
        const [, base = MARKER] = bases[index] ?? [];
        const dice = new Dice(drawn);
        const bytes = mutate(base, dice);
        const before = await shown(bytes);
        const after = await served(bytes);
        if (after === 'refused' || before === undefined) return;
        expect([dice.notes, await shown(after)]).toEqual([dice.notes, before]);
        const isIgnored = before === (await shown(base));
        expect([dice.notes, isIgnored && after.includes(TOLD)]).toEqual([dice.notes, false]);
      }),
      { numRuns: RUNS },
    );
  });
});
