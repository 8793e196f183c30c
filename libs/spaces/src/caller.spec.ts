import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, assertAllowed, assertMayOwn, ownerFilter, type Caller } from './caller.js';
import { SpaceForbidden } from './errors.js';
import type { Space } from './registry/space.js';

const anonymous: Caller = { owner: ANONYMOUS, administrator: false, anonymousAllowed: true };
const alice: Caller = { owner: 'alice', administrator: false, anonymousAllowed: true };
const root: Caller = { owner: 'root', administrator: true, anonymousAllowed: true };
const closed = (caller: Caller): Caller => ({ ...caller, anonymousAllowed: false });

const ownedBy = (owner: string): Space => ({
  id: 'trees',
  title: '',
  description: '',
  owner,
  storageId: 'test',
  createdAt: 0,
  updatedAt: 0,
  contentUpdatedAt: 0,
});

describe('who may act in whose name', () => {
  it.each([
    { who: 'anonymous', caller: anonymous, allowed: [ANONYMOUS], forbidden: ['alice', 'root', ''] },
    { who: 'an account', caller: alice, allowed: ['alice', ANONYMOUS], forbidden: ['bob', 'Alice', 'root'] },
    {
      who: 'an account where everyone has a key',
      caller: closed(alice),
      allowed: ['alice'],
      forbidden: [ANONYMOUS, 'bob'],
    },
    { who: 'an administrator', caller: root, allowed: ['root', 'alice', ANONYMOUS], forbidden: [] },
    {
      who: 'an administrator where everyone has a key',
      caller: closed(root),
      allowed: ['root', 'alice', ANONYMOUS],
      forbidden: [],
    },
  ])('$who', ({ caller, allowed, forbidden }) => {
    for (const check of [
      (owner: string) => assertMayOwn(caller, owner),
      (owner: string) => assertAllowed(caller, ownedBy(owner)),
      (owner: string) => void ownerFilter(caller, owner),
    ]) {
      for (const owner of allowed) expect(() => check(owner)).not.toThrow();
      for (const owner of forbidden) expect(() => check(owner)).toThrow(SpaceForbidden);
    }
  });
});

describe('ownerFilter', () => {
  it.each([
    [alice, 'me', { only: ['alice'] }],
    [alice, 'others', { only: ['alice', ANONYMOUS], except: 'alice' }],
    [alice, '*', { only: ['alice', ANONYMOUS] }],
    [alice, ANONYMOUS, { only: [ANONYMOUS] }],
    [closed(alice), '*', { only: ['alice'] }],
    [closed(alice), 'others', { only: ['alice'], except: 'alice' }],
    [root, '*', { only: undefined }],
    [root, 'others', { only: undefined, except: 'root' }],
    [root, 'bob', { only: ['bob'] }],
    [root, 'me', { only: ['root'] }],
  ])('of %j for %j', (caller, owner, filter) => {
    expect(ownerFilter(caller, owner)).toEqual(filter);
  });
});
