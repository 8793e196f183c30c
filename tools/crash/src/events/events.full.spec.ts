import { describe, expect, it } from '@jest/globals';
import { audit } from './audit.js';
import { crashEvents } from './event-crash.js';

const TIMEOUT_MS = 120_000;

it(
  'a process killed with events in flight loses none and keeps their order',
  async () => {
    const cycles = await crashEvents({ kills: 2, seed: Date.now() % 1_000_000_000 });
    expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
    expect(cycles.some(({ counts }) => (counts['changes acknowledged'] ?? 0) > 0)).toBe(true);
  },
  TIMEOUT_MS,
);

describe('the audit', () => {
  const created = { type: 'space-created', id: 'a', version: 0 };
  const updated = { type: 'space-updated', id: 'a', version: 1 };

  it('accepts repeated events', () => {
    const handled = [created, created, updated, created, updated];
    expect(audit({ acknowledged: [created, updated], handled, stored: [updated] })).toEqual({
      counts: { 'events handled': 2, 'handled again': 3 },
      faults: [],
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
