import { describe, expect, it } from '@jest/globals';
import { audit } from './audit.js';
import { killWithEvents } from './kill-drill.js';

const TIMEOUT_MS = 120_000;

it(
  'a process killed with events in flight loses none and keeps their order',
  async () => {
    const { acknowledged, faults } = await killWithEvents({ kills: 2, seed: Date.now() % 1_000_000_000 });
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

describe('the audit', () => {
  const created = { type: 'space-created', id: 'a', version: 0 };
  const updated = { type: 'space-updated', id: 'a', version: 1 };

  it('accepts repeated events', () => {
    const handled = [created, created, updated, created, updated];
    expect(audit({ acknowledged: [created, updated], handled, stored: [updated] })).toEqual({
      ...{ acknowledged: 2, handled: 2, repeated: 3, faults: [] },
    });
  });

  it.each([
    ['lost: space-updated a 1', [created]],
    ['out of order: space-created a 0 after space-updated a 1', [updated, created]],
    ['not as stored: space-updated a 2, stored 1', [created, updated, { ...updated, version: 2 }]],
  ])('notices %s', (fault, handled) => {
    expect(audit({ acknowledged: [created, updated], handled, stored: [updated] }).faults).toContain(fault);
  });
});
