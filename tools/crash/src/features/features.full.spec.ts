import { describe, expect, it } from '@jest/globals';
import { totalsOf } from '../kills.js';
import { checkBatches } from './batches.js';
import { checkWrites } from './check-writes.js';
import { crashFeatures } from './feature-crash.js';
import type { Found } from './space.js';
import { WriteLedger, type Write } from './writer.js';

const TIMEOUT_MS = 120_000;

it(
  'a server killed while features are written keeps every promise',
  async () => {
    const seed = Date.now() % 1_000_000_000;
    const cycles = await crashFeatures({ kills: 1, seed });
    process.stdout.write(`\nSeed ${seed}\n${totalsOf(cycles)}\n`);
    expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
    expect(cycles).toHaveLength(1);
    expect(cycles.some(({ counts }) => (counts['versions'] ?? 0) > 0)).toBe(true);
  },
  TIMEOUT_MS,
);

describe('the check of writes', () => {
  const sent = (kind: Write['kind'], token: string, version?: number, patch = {}): Omit<Write, 'sentAt'> => ({
    kind,
    ids: ['f'],
    token,
    patch,
    ...(version !== undefined && { version, answeredAt: 100 }),
  });
  const found = (token: string, version: number, patches: Found['patches'] = {}) => ({
    version,
    features: new Map([['f', { token, version, patches }]]),
  });
  const ledgerOf = (...writes: readonly Omit<Write, 'sentAt'>[]): WriteLedger => {
    const ledger = new WriteLedger();
    for (const write of writes) ledger.send(write);
    return ledger;
  };

  it('accepts acknowledged writes, and writes in flight that are done or not', () => {
    const ledger = ledgerOf(
      sent('put', 'a', 1),
      sent('patch', 'b', 2, { w1: 7 }),
      sent('patch', 'c', undefined, { w2: 8 }),
    );
    expect(checkWrites(ledger, found('b', 2, { w1: 7 }))).toEqual([]);
    expect(checkWrites(ledger, found('c', 3, { w1: 7, w2: 8 }))).toEqual([]);
  });

  it.each([
    [
      'lost: b at version 2',
      ledgerOf(sent('put', 'a', 1), sent('put', 'b', 2)),
      { ...found('a', 1), version: 2 },
    ],
    ['lost: f, which a wrote', ledgerOf(sent('put', 'a', 1)), { version: 1, features: new Map() }],
    [
      'lost: patch w1=7',
      ledgerOf(sent('put', 'a', 1), sent('patch', 'b', 2, { w1: 7 }), sent('patch', 'c', 3, { w2: 8 })),
      found('c', 3, { w2: 8 }),
    ],
    ['version 1 was given twice', ledgerOf(sent('put', 'a', 1), sent('put', 'b', 1)), found('b', 1)],
    ['1 of 2 versions are unknown', ledgerOf(sent('put', 'a', 2)), found('a', 2)],
    ['nobody wrote x', ledgerOf(sent('put', 'a', 1)), found('x', 1)],
  ])('notices %s', (fault, ledger, space) => {
    expect(checkWrites(ledger, space)).toContainEqual(expect.stringContaining(fault));
  });
});

describe('the check of batches', () => {
  const space = (version: number, ...features: readonly (readonly [string, number])[]) => ({
    version,
    features: new Map(features.map(([id, taken]) => [id, { version: taken, token: '', patches: {} }])),
  });
  const batch = (acknowledged: number) => ({ name: 'a', size: 2, isImport: false, acknowledged });
  const imported = (acknowledged: number) => ({ name: 'b', size: 3, isImport: true, acknowledged });

  it('accepts whole batches, and one in flight that is not there', () => {
    expect(checkBatches([batch(2)], space(1, ['a-0', 1], ['a-1', 1])).faults).toEqual([]);
    expect(checkBatches([batch(0)], space(0)).faults).toEqual([]);
  });

  it('accepts the first steps of an import, each of one version', () => {
    const found = space(2, ['b-0', 1], ['b-1', 1], ['b-2', 2]);
    expect(checkBatches([imported(3)], found)).toEqual({ survived: 0, faults: [] });
    expect(checkBatches([imported(0)], space(1, ['b-0', 1], ['b-1', 1]))).toEqual({
      survived: 1,
      faults: [],
    });
  });

  it('notices batches that share a version', () => {
    const found = space(1, ['a-0', 1], ['a-1', 1], ['b-0', 1]);
    expect(checkBatches([batch(2), imported(1)], found).faults).toEqual(['versions 1, 1 of 1 have gaps']);
  });

  it.each([
    ['lost: 2 features', batch(2), space(0)],
    ['torn: 1 of 2', batch(0), space(1, ['a-0', 1])],
    ['lost: 1 features', imported(3), space(1, ['b-0', 1], ['b-1', 1])],
    ['torn: b is stored without b-0', imported(0), space(1, ['b-1', 1], ['b-2', 1])],
    ['have gaps', imported(3), space(2, ['b-0', 1], ['b-1', 2], ['b-2', 1])],
    ['several versions', batch(2), space(2, ['a-0', 1], ['a-1', 2])],
    ['have gaps', batch(2), space(2, ['a-0', 2], ['a-1', 2])],
  ])('notices %s', (fault, sent, found) => {
    expect(checkBatches([sent], found).faults).toContainEqual(expect.stringContaining(fault));
  });
});
