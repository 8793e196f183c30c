import { assert } from './assert.js';
import { describe, expect, it } from '@jest/globals';
import { verify, type Contract } from './contract.js';

const contract = {
  'it is 1': async ({ open }) => assert.equal(await open(), 1),
  'it is 2': async ({ open }) => assert.equal(await open(), 2),
} satisfies Contract<number>;

const open = async (): Promise<number> => 1;
const subject = { open, reopen: open };

describe('verify', () => {
  it('declares each rule, which fails when the adapter breaks it', async () => {
    const declared = new Map<string, () => Promise<void>>();
    verify({ contract, subject, it: (name, run) => declared.set(name, run) });
    expect([...declared.keys()]).toEqual(['it is 1', 'it is 2']);
    await declared.get('it is 1')?.();
    await expect(declared.get('it is 2')?.()).rejects.toThrow();
  });

  it('lets no waiver outlive its reason', async () => {
    const declared = new Map<string, () => Promise<void>>();
    const waivers = { 'it is 1': 'it is odd', 'it is 2': 'it is odd' };
    verify({ contract, subject, waivers, it: (name, run) => declared.set(name, run) });
    await declared.get('waived, as it is odd: it is 2')?.();
    await expect(declared.get('waived, as it is odd: it is 1')?.()).rejects.toThrow(
      'nothing waives this rule',
    );
  });
});
