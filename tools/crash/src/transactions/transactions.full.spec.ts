import { describe, expect, it } from '@jest/globals';
import { audit, type Found } from './audit.js';
import { crashTransactions } from './transaction-crash.js';

const TIMEOUT_MS = 120_000;

it(
  'a process killed inside transactions leaves nothing half, and no bytes after one sweep',
  async () => {
    const cycles = await crashTransactions({ kills: 2, seed: Date.now() % 1_000_000_000 });
    expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
    expect(cycles.every(({ counts }) => (counts['transactions acknowledged'] ?? 0) > 0)).toBe(true);
  },
  TIMEOUT_MS,
);

describe('the audit', () => {
  const whole: Found = {
    spaces: ['a'],
    grants: ['a'],
    images: ['a'],
    notes: ['a'],
    neededBlobs: ['1'],
    blobs: ['1'],
    discarded: 0,
  };

  it('accepts what is whole, also if the process did not live to acknowledge it', () => {
    expect(audit([], whole).faults).toEqual([]);
  });

  it.each<[string, Partial<Found>]>([
    ['not among grants: a', { grants: [] }],
    ['not among spaces: b', { spaces: ['a'] }],
    ['some are twice among images', { images: ['a', 'a'] }],
    ['bytes are gone: 1', { blobs: [] }],
    ['bytes are left: 2', { blobs: ['1', '2'] }],
  ])('notices %s', (fault, found) => {
    expect(audit(['a', ...(fault.endsWith('b') ? ['b'] : [])], { ...whole, ...found }).faults).toContain(
      fault,
    );
  });
});
