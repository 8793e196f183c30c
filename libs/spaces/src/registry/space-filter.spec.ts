import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, ownerCaller, type Caller } from '../caller.js';
import { SpaceForbidden } from '../errors.js';
import { tokenRights } from '../rights/token-rights.js';
import { visibleSpaces } from './space-filter.js';

const owner = (text: string) => [{ attribute: 'owner', text, isPrefix: false }];
const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
const anonymous = ownerCaller({ owner: ANONYMOUS });
const root = ownerCaller({ owner: 'root', administrator: true });
const token = (given: Parameters<typeof tokenRights>[0]): Caller => ({
  owner: 'x',
  rights: tokenRights(given),
  readsShared: true,
});
const unshared = (caller: Caller): Caller => ({ ...caller, readsShared: false });

describe('the spaces that a caller sees', () => {
  it.each([
    [alice, 'me', { owner: 'alice' }],
    [alice, 'others', { notOwner: 'alice', among: [owner('alice'), owner(ANONYMOUS)], orShared: true }],
    [alice, '*', { among: [owner('alice'), owner(ANONYMOUS)], orShared: true }],
    [alice, 'bob', { owner: 'bob', among: [], orShared: true }],
    [alice, ANONYMOUS, { owner: ANONYMOUS }],
    [anonymous, '*', { among: [owner(ANONYMOUS)], orShared: false }],
    [root, '*', {}],
    [root, 'others', { notOwner: 'root' }],
    [root, 'bob', { owner: 'bob' }],
    [
      token({ readFeatures: [{ owner: ['bob'], space: ['t*'] }] }),
      'bob',
      { owner: 'bob', among: [[{ attribute: 'id', text: 't', isPrefix: true }]], orShared: true },
    ],
    [token({ readFeatures: [{ owner: ['b*'] }] }), 'bob', { owner: 'bob' }],
    [token({ readFeatures: [{ owner: ['bob'] }] }), 'me', { owner: 'x', among: [], orShared: true }],
  ] as const)('case %#', (caller, wanted, filter) => {
    expect(visibleSpaces(caller, wanted)).toEqual(filter);
  });

  it.each([
    [anonymous, 'alice'],
    [token({}), 'me'],
    [token({}), '*'],
    [unshared(token({ readFeatures: [{ owner: ['bob'] }] })), 'x'],
  ] as const)('are none: case %#', (caller, wanted) => {
    expect(() => visibleSpaces(caller, wanted)).toThrow(SpaceForbidden);
  });
});
