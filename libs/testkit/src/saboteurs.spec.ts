import { assert } from './assert.js';
import { describe, expect, it } from '@jest/globals';
import type { Contract } from './contract.js';
import { sabotaged, verifyFails } from './saboteurs.js';

class Counter {
  private count = 0;

  next(): number {
    this.count += 1;
    return this.count;
  }

  twice(): number {
    return this.next() + this.next();
  }
}

const contract = {
  'it counts from 1': async ({ open }) => assert.equal((await open()).next(), 1),
  'it always holds': async () => {},
  'it can only crash': async ({ open }) => assert.ok((await open()).next().toFixed()),
} satisfies Contract<Counter>;

const open = async (): Promise<Counter> => new Counter();

describe('verifyFails', () => {
  const declared = new Map<string, () => Promise<void>>();
  verifyFails({
    contract,
    subject: { open, reopen: open },
    saboteurs: {
      'it counts from 1': (counter) => sabotaged(counter, { next: () => 2 }),
      'it always holds': (counter) => sabotaged(counter, { next: () => 2 }),
      'it can only crash': (counter) => sabotaged(counter, { next: () => JSON.parse('null') as number }),
    },
    it: (name, run) => declared.set(name, run),
  });

  it('is content with a rule that notices its saboteur', async () => {
    await declared.get('can fail: it counts from 1')?.();
  });

  it('is not content with a rule that notices nothing, or merely stumbles', async () => {
    await expect(declared.get('can fail: it always holds')?.()).rejects.toThrow('nobody noticed');
    await expect(declared.get('can fail: it can only crash')?.()).rejects.toThrow(TypeError);
  });
});

describe('sabotaged', () => {
  it('replaces methods, for the others too, and leaves the adapter whole', () => {
    const counter = new Counter();
    const broken = sabotaged(counter, { next: () => 10 * counter.next() });
    expect([broken.next(), broken.twice(), counter.next()]).toEqual([10, 50, 4]);
  });
});
