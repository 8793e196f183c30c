import { describe, it } from '@jest/globals';
import type { IdempotencyRepository } from '@cairn/kernel';
import { idempotencyRepositoryContract, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryIdempotencyRepository } from './memory-idempotency-repository.js';

const open = async (): Promise<IdempotencyRepository> => new MemoryIdempotencyRepository();

const saboteurs: Saboteurs<IdempotencyRepository, typeof idempotencyRepositoryContract> = {
  'a claim is found with every field, by its id alone': (claims) =>
    sabotaged(claims, { find: async (id) => await claims.find(id.toLowerCase()) }),
  'of several who claim at once one holds it, and the others see whose it is': (claims) =>
    sabotaged(claims, {
      // Looks first and stores later.
      claim: async (wanted) => {
        const known = await claims.find(wanted.id);
        await later();
        return known ?? (await claims.claim({ ...wanted, expiredBefore: Infinity }));
      },
    }),
  'a claim is not taken over while it is held, for another request, or once it has an answer': (claims) =>
    sabotaged(claims, {
      claim: async (wanted) => {
        const known = await claims.find(wanted.id);
        return await claims.claim({ ...wanted, request: known?.request ?? wanted.request });
      },
    }),
  'a claim that nobody holds any more is taken over once, with its seed and its time': (claims) =>
    sabotaged(claims, {
      claim: async (wanted) => {
        const known = await claims.find(wanted.id);
        const isLost = known !== undefined && known.heldUntil <= wanted.claimedAt && !known.answer;
        return await claims.claim({ ...wanted, ...(isLost && { expiredBefore: Infinity }) });
      },
    }),
  'an expired claim is replaced, also one with an answer': (claims) =>
    sabotaged(claims, {
      claim: async (wanted) => await claims.claim({ ...wanted, expiredBefore: wanted.expiredBefore - 1 }),
    }),
  'only its holder holds, keeps and releases a claim, and nobody once it has an answer': (claims) =>
    sabotaged(claims, {
      release: async ({ id }) => {
        const known = await claims.find(id);
        if (known !== undefined) await claims.release(known);
      },
    }),
  'the body of the first attempt stays, also for the one that takes over; only the holder notes it': (
    claims,
  ) =>
    sabotaged(claims, {
      noteBody: async (claim, body) =>
        (await claims.noteBody(claim, body)) === undefined ? undefined : body,
    }),
  'what is kept is counted by owner, since a time': (claims) =>
    sabotaged(claims, { usage: async (owner) => await claims.usage(owner, 0) }),
  'a released claim is gone, and may be claimed for another request': (claims) =>
    sabotaged(claims, { release: async (claim) => await claims.hold(claim, 0) }),
  'claims from before a time are removed, as many as are wanted': (claims) =>
    sabotaged(claims, { prune: async (before, limit) => await claims.prune(before + 1, limit) }),
  'claims are there after a restart': (claims) => claims,
};

describe('the contract of idempotency repositories', () =>
  verifyFails({ contract: idempotencyRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
