import type { IdempotencyUsage } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import { KeptAnswers } from './kept-answers.js';

const [KEYS, BYTES] = [100_000, 64 * 1024 * 1024];

/** Kept answers over a store that reports this usage for everybody and counts how often it is asked. */
function over(usage: IdempotencyUsage) {
  const world = { now: 0, asked: 0, usage };
  const claims = {
    usage: async () => {
      world.asked += 1;
      return world.usage;
    },
  };
  return { world, kept: new KeptAnswers({ claims, clock: { now: () => world.now } }) };
}

describe('what is kept under idempotency keys', () => {
  it('has at most so many keys, counted with what this node has added; the store is asked once a minute', async () => {
    const { world, kept } = over({ claims: KEYS - 2, bytes: 0 });
    await kept.addKey('alice');
    await kept.addKey('alice');
    await expect(kept.addKey('alice')).rejects.toMatchObject({
      status: 429,
      code: 'too-many-idempotency-keys',
    });
    expect(world.asked).toBe(1);
    world.usage = { claims: 0, bytes: 0 };
    world.now = 60_000;
    await kept.addKey('alice');
    expect(world.asked).toBe(2);
  });

  it('has answers up to so many bytes; longer ones are left out', async () => {
    const { kept } = over({ claims: 0, bytes: BYTES - 10 });
    await kept.addKey('alice');
    expect([kept.takes('alice', 11), kept.takes('alice', 10), kept.takes('alice', 1)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('is counted for each of many owners', async () => {
    const { world, kept } = over({ claims: KEYS - 1, bytes: 0 });
    for (let owner = 0; owner < 1_001; owner += 1) await kept.addKey(`owner ${owner}`);
    expect(world.asked).toBe(1_001);
    await expect(kept.addKey('owner 1000')).rejects.toMatchObject({ status: 429 });
    await kept.addKey('owner 0'); // the oldest count was forgotten
    expect(world.asked).toBe(1_002);
  });
});
