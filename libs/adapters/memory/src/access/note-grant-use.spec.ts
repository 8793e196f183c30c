import { NoteGrantUse } from '@cairn/access';
import { StorageUnavailable } from '@cairn/kernel';
import { aGrant, sabotaged } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryGrantRepository } from './memory-grant-repository.js';
import { MemorySignInRecords } from './memory-sign-in-records.js';

const NOW = 1_800_000_000_000;

it('notes the use of a grant, in the store once a minute', async () => {
  const clock = new ManualClock(NOW);
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const note = new NoteGrantUse({ grants, clock });
  const grant = await grants.give(aGrant());
  await note.execute(grant);
  clock.advance(59_999);
  await note.execute(grant);
  expect((await grants.get(grant.id)).lastUsedAt).toBe(NOW);
  clock.advance(1);
  await note.execute(grant);
  expect((await grants.get(grant.id)).lastUsedAt).toBe(NOW + 60_000);
});

it('keeps nobody from reading when it cannot be stored', async () => {
  const grants = sabotaged(new MemoryGrantRepository(new MemorySignInRecords()), {
    use: async () => await Promise.reject(new StorageUnavailable('The disk is full.')),
  });
  await new NoteGrantUse({ grants, clock: new ManualClock(NOW) }).execute(aGrant());
});
