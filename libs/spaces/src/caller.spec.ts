import { describe, expect, it } from '@jest/globals';
import {
  ANONYMOUS,
  assertHas,
  assertManages,
  assertMayOwn,
  assertMayPackage,
  assertMaySee,
  ownerCaller,
  readerCaller,
  rightsOn,
  type Caller,
} from './caller.js';
import { SpaceForbidden } from './errors.js';
import type { SpaceSettings } from './registry/settings/space-settings.js';
import type { SpaceAttributes } from './rights/space-pattern.js';
import { tokenRights } from './rights/token-rights.js';

const anonymous = ownerCaller({ owner: ANONYMOUS });
const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
const closed = ownerCaller({ owner: 'alice' });
const root = ownerCaller({ owner: 'root', administrator: true });
const reader = ownerCaller({ owner: 'alice', mayWrite: false });

const read = ['readFeatures'];
const all = [...read, 'manageSpaces', 'createFeatures', 'updateFeatures', 'deleteFeatures'];
const admin = [...all, 'adminSpaces'];

const ownedBy = (owner: string, settings: SpaceSettings = {}): SpaceAttributes => ({
  id: 'trees',
  owner,
  settings,
});

const isAllowed = (check: () => void): boolean => {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof SpaceForbidden) return false;
    throw error;
  }
};

const token = (given: Parameters<typeof tokenRights>[0]): Caller => ({
  owner: 'x',
  rights: tokenRights(given),
  readsShared: true,
});

describe('the rights of an owner', () => {
  it.each([
    [anonymous, ANONYMOUS, all],
    [anonymous, 'alice', []],
    [ownerCaller({ owner: ANONYMOUS, administrator: true }), 'alice', admin],
    [alice, 'alice', all],
    [alice, ANONYMOUS, all],
    [alice, 'alic', []],
    [ownerCaller({ owner: 'a*' }), 'alice', []],
    [closed, ANONYMOUS, []],
    [reader, 'alice', read],
    [ownerCaller({ owner: 'alice', mayRead: false }), 'alice', all.slice(1)],
    [root, 'bob', admin],
    [ownerCaller({ owner: 'alice', mayRead: false, mayWrite: false }), 'alice', []],
  ] as const)('%j on a space of %s', (caller, owner, rights) => {
    const space = ownedBy(owner);
    expect(rightsOn(caller, space)).toEqual(rights);
    expect(isAllowed(() => assertMaySee(caller, space))).toBe(rights.length > 0);
    expect(isAllowed(() => assertManages(caller, space))).toBe(
      rights.some((right) => right === 'manageSpaces'),
    );
  });

  it('include reading what is shared, with a credential', () => {
    const space = ownedBy('bob', { shared: true });
    expect([alice, closed, reader, anonymous].map((caller) => rightsOn(caller, space))).toEqual([
      read,
      read,
      read,
      [],
    ]);
    expect(isAllowed(() => assertMaySee(alice, space))).toBe(true);
    expect(isAllowed(() => assertManages(alice, space))).toBe(false);
  });
});

describe('a decision on a space', () => {
  it.each([
    ['whether it is managed', assertManages],
    ['about a right', (caller: Caller, space: SpaceAttributes) => assertHas(caller, 'deleteFeatures', space)],
    ['about the rights', rightsOn],
  ])('%s is told to the caller, also if it is refused', (_, decide) => {
    const told: SpaceAttributes[] = [];
    const caller: Caller = { ...closed, onDecision: (space) => told.push(space) };
    for (const owner of ['alice', 'bob']) isAllowed(() => decide(caller, ownedBy(owner)));
    expect([...new Set(told.map(({ owner }) => owner))]).toEqual(['alice', 'bob']);
  });
});

describe('the rights of a token', () => {
  it.each([
    ['everything', { readFeatures: [{}] }, read],
    ['nothing', { readFeatures: [] }, []],
    ['the owner', { readFeatures: [{ owner: ['alice'] }] }, read],
    ['another owner', { readFeatures: [{ owner: ['bob'] }] }, []],
    ['two owners', { readFeatures: [{ owner: ['bob', 'alice'] }] }, []],
    ['two beginnings of the owner', { readFeatures: [{ owner: ['al*', 'a*'] }] }, read],
    ['one of two entries', { readFeatures: [{ owner: ['bob'] }, { space: ['trees'] }] }, read],
    ['both attributes', { readFeatures: [{ owner: ['alice'], space: ['trees'] }] }, read],
    ['one of both attributes', { readFeatures: [{ owner: ['alice'], space: ['roads'] }] }, []],
    ['the beginning of an id', { readFeatures: [{ space: ['tr*'] }] }, read],
    ['a star within', { readFeatures: [{ space: ['t*ees'] }] }, []],
    ['a package', { readFeatures: [{ packages: ['maps'] }] }, read],
    ['the beginning of a package', { readFeatures: [{ packages: ['m*'] }] }, read],
    ['two packages', { readFeatures: [{ packages: ['other', 'maps'] }] }, read],
    ['a package too many', { readFeatures: [{ packages: ['maps', 'x'] }] }, []],
    ['another package', { readFeatures: [{ packages: ['map'] }] }, []],
    ['an attribute that spaces do not have', { readFeatures: [{ id: ['psql'] }] }, []],
    ['an attribute without a value', { readFeatures: [{ owner: [] }] }, []],
    ['a right of something else', { accessConnectors: [{}], constructor: [{}] }, []],
    [
      'two rights',
      { createFeatures: [{}], adminSpaces: [{ owner: ['al*'] }] },
      ['createFeatures', 'adminSpaces'],
    ],
  ] as const)('that names %s', (_, given, rights) => {
    expect(rightsOn(token(given), ownedBy('alice', { packages: ['maps', 'other'] }))).toEqual(rights);
  });

  it('on a space include managing it as its administrator', () => {
    expect(isAllowed(() => assertManages(token({ adminSpaces: [{}] }), ownedBy('bob')))).toBe(true);
    expect(isAllowed(() => assertHas(token({ adminSpaces: [{}] }), 'readFeatures', ownedBy('bob')))).toBe(
      false,
    );
  });
});

describe('who may give a space its owner', () => {
  it.each([
    [alice, ['alice', ANONYMOUS], ['bob', 'Alice', 'root', '']],
    [closed, ['alice'], [ANONYMOUS, 'bob']],
    [anonymous, [ANONYMOUS], ['alice']],
    [root, ['root', 'bob', ANONYMOUS], []],
    [token({ manageSpaces: [{}] }), ['x', ANONYMOUS], ['bob']],
    [token({ manageSpaces: [{ owner: ['bob'] }] }), [], ['x', 'bob']],
  ] as const)('%j', (caller, owners, others) => {
    for (const owner of owners) expect(isAllowed(() => assertMayOwn(caller, ownedBy(owner)))).toBe(true);
    for (const owner of others) expect(isAllowed(() => assertMayOwn(caller, ownedBy(owner)))).toBe(false);
  });
});

it('a space is put only into packages that the caller manages', () => {
  const space = ownedBy('x', { packages: ['maps', 'roads'] });
  const caller = token({ manageSpaces: [{}], managePackages: [{ packages: ['maps'] }] });
  expect(isAllowed(() => assertMayPackage(caller, space))).toBe(false);
  expect(isAllowed(() => assertMayPackage(caller, space, ['roads']))).toBe(true);
  expect(isAllowed(() => assertMayPackage(ownerCaller({ owner: 'x' }), space))).toBe(true);
});

describe('the rights of a reader', () => {
  const stranger = readerCaller({ id: 'trees', owner: 'alice' });

  it('are to read the space, as long as it is of the owner', () => {
    expect(rightsOn(stranger, ownedBy('alice'))).toEqual(read);
    expect(rightsOn(stranger, ownedBy('bob'))).toEqual([]);
    expect(rightsOn(stranger, ownedBy('bob', { shared: true }))).toEqual([]);
    for (const id of ['tree', 'trees2', '*'])
      expect(rightsOn(stranger, { ...ownedBy('alice', { shared: true }), id })).toEqual([]);
  });

  it('are to change nothing, and to own nothing', () => {
    expect(isAllowed(() => assertManages(stranger, ownedBy('alice')))).toBe(false);
    expect(isAllowed(() => assertMayOwn(stranger, ownedBy('alice')))).toBe(false);
  });
});
