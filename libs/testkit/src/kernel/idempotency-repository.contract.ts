import { assert } from '../assert.js';
import type { IdempotencyClaim, IdempotencyRepository, WantedClaim } from '@cairn/kernel';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';

/** A claim with valid fields, unless given otherwise. */
export function aWantedClaim(given: Partial<WantedClaim> = {}): WantedClaim {
  return {
    id: 'a1'.repeat(32),
    owner: 'alice',
    request: 'b2'.repeat(32),
    seed: 'seed-1',
    holder: 'node-1',
    claimedAt: 1_000,
    heldUntil: 2_000,
    expiredBefore: 0,
    ...given,
  };
}

function firstOf({ expiredBefore: _, ...wanted }: WantedClaim): IdempotencyClaim {
  return { ...wanted, attempt: 1 };
}

/** When no claim is held any more. */
const LATER = { claimedAt: 2_000, heldUntil: 3_000, holder: 'node-2', seed: 'seed-2' };

/** Rules for every `IdempotencyRepository`. */
export const idempotencyRepositoryContract = {
  'a claim is found with every field, by its id alone': async ({ open }) => {
    const claims = await open();
    const wanted = aWantedClaim();
    assert.deepEqual(await claims.claim(wanted), firstOf(wanted));
    assert.deepEqual(await claims.find(wanted.id), firstOf(wanted));
    for (const id of ['A1'.repeat(32), '', '%']) assert.equal(await claims.find(id), undefined);
  },

  'of several who claim at once one holds it, and the others see whose it is': async ({ open }) => {
    const claims = await open();
    let count = 0;
    const claimed = await Promise.all(
      several(8, () => claims.claim(aWantedClaim({ holder: `node-${(count += 1)}` }))),
    );
    const [first, ...others] = new Set(claimed.map(({ holder }) => holder));
    assert.deepEqual(others, []);
    assert.equal((await claims.find(aWantedClaim().id))?.holder, first);
  },

  'a claim is not taken over while it is held, for another request, or once it has an answer': async ({
    open,
  }) => {
    const claims = await open();
    const wanted = aWantedClaim();
    await claims.claim(wanted);
    for (const other of [
      { ...LATER, claimedAt: 1_999 },
      { ...LATER, request: 'c3' },
    ])
      assert.deepEqual(await claims.claim(aWantedClaim(other)), firstOf(wanted));
    await claims.keep(wanted, { content: 'd4', sealed: 'x' });
    const kept = { ...firstOf(wanted), answer: { content: 'd4', sealed: 'x' } };
    assert.deepEqual(await claims.claim(aWantedClaim(LATER)), kept);
    assert.deepEqual(await claims.find(wanted.id), kept);
  },

  'a claim that nobody holds any more is taken over once, with its seed and its time': async ({ open }) => {
    const claims = await open();
    const wanted = aWantedClaim();
    await claims.claim(wanted);
    const taken = { ...firstOf(wanted), holder: 'node-2', heldUntil: 3_000, attempt: 2 };
    assert.deepEqual(await claims.claim(aWantedClaim(LATER)), taken);
    assert.deepEqual(await claims.claim(aWantedClaim({ ...LATER, holder: 'node-3' })), taken);
    assert.deepEqual(await claims.find(wanted.id), taken);
  },

  'an expired claim is replaced, also one with an answer': async ({ open }) => {
    const claims = await open();
    const wanted = aWantedClaim();
    await claims.claim(wanted);
    await claims.keep(wanted, { content: 'd4', sealed: 'x' });
    const next = aWantedClaim({ ...LATER, request: 'c3' });
    assert.equal((await claims.claim({ ...next, expiredBefore: 1_000 })).holder, 'node-1');
    assert.deepEqual(await claims.claim({ ...next, expiredBefore: 1_001 }), firstOf(next));
    assert.deepEqual(await claims.find(wanted.id), firstOf(next));
  },

  'only its holder holds, keeps and releases a claim, and nobody once it has an answer': async ({ open }) => {
    const claims = await open();
    const wanted = aWantedClaim();
    const changeAll = async (holder: string): Promise<void> => {
      await claims.hold({ id: wanted.id, holder }, 9_000);
      await claims.keep({ id: wanted.id, holder }, { content: 'other' });
      await claims.release({ id: wanted.id, holder });
    };
    await claims.claim(wanted);
    await changeAll('node-2');
    assert.deepEqual(await claims.find(wanted.id), firstOf(wanted));
    await claims.hold(wanted, 5_000);
    assert.deepEqual(await claims.find(wanted.id), { ...firstOf(wanted), heldUntil: 5_000 });
    await claims.keep(wanted, { content: 'd4' });
    await changeAll(wanted.holder);
    const kept = { ...firstOf(wanted), heldUntil: 5_000, answer: { content: 'd4' } };
    assert.deepEqual(await claims.find(wanted.id), kept);
  },

  'the body of the first attempt stays, also for the one that takes over; only the holder notes it': async ({
    open,
  }) => {
    const claims = await open();
    const wanted = aWantedClaim();
    await claims.claim(wanted);
    assert.equal(await claims.noteBody({ ...wanted, holder: 'node-2' }, 'c3'), undefined);
    assert.equal(await claims.noteBody(wanted, 'd4'), 'd4');
    assert.equal(await claims.noteBody(wanted, 'e5'), 'd4');
    const taken = { ...firstOf(wanted), holder: 'node-2', heldUntil: 3_000, attempt: 2, body: 'd4' };
    assert.deepEqual(await claims.claim(aWantedClaim(LATER)), taken);
    assert.equal(await claims.noteBody(taken, 'e5'), 'd4');
    await claims.keep(taken, { content: 'd4' });
    assert.equal(await claims.noteBody(taken, 'd4'), undefined);
  },

  'what is kept is counted by owner, since a time': async ({ open }) => {
    const claims = await open();
    const [old, kept, long, other] = [
      aWantedClaim({ id: '1', claimedAt: 999 }),
      aWantedClaim({ id: '2' }),
      aWantedClaim({ id: '3' }),
      aWantedClaim({ id: '4', owner: 'Alice' }),
    ];
    for (const claim of [old, kept, long, other]) await claims.claim(claim);
    for (const claim of [old, kept, other]) await claims.keep(claim, { content: 'd4', sealed: 'abcde' });
    await claims.keep(long, { content: 'd4' });
    assert.deepEqual(await claims.usage('alice', 1_000), { claims: 2, bytes: 5 });
    assert.deepEqual(await claims.usage('alice', 999), { claims: 3, bytes: 10 });
    assert.deepEqual(await claims.usage('bob', 0), { claims: 0, bytes: 0 });
  },

  'a released claim is gone, and may be claimed for another request': async ({ open }) => {
    const claims = await open();
    const [wanted, other] = [aWantedClaim(), aWantedClaim({ id: 'other' })];
    for (const one of [wanted, other]) await claims.claim(one);
    await claims.release(wanted);
    await claims.release(wanted);
    assert.equal(await claims.find(wanted.id), undefined);
    assert.deepEqual(await claims.find('other'), firstOf(other));
    const next = aWantedClaim({ request: 'c3', seed: 'seed-2' });
    assert.deepEqual(await claims.claim(next), firstOf(next));
  },

  'claims from before a time are removed, as many as are wanted': async ({ open }) => {
    const claims = await open();
    for (const claimedAt of [1, 2, 3, 4]) await claims.claim(aWantedClaim({ id: `${claimedAt}`, claimedAt }));
    await claims.keep({ id: '1', holder: 'node-1' }, { content: 'd4' });
    assert.equal(await claims.prune(4, 2), 2);
    assert.equal(await claims.prune(4, 2), 1);
    assert.equal(await claims.prune(4, 2), 0);
    assert.equal((await claims.find('4'))?.claimedAt, 4);
  },

  'claims are there after a restart': async ({ open, reopen }) => {
    const claims = await open();
    const wanted = aWantedClaim();
    await claims.claim(wanted);
    await claims.keep(wanted, { content: 'd4', sealed: 'é' });
    const later = await reopen(claims);
    assert.deepEqual((await later.find(wanted.id))?.answer, { content: 'd4', sealed: 'é' });
  },
} satisfies Contract<IdempotencyRepository>;
