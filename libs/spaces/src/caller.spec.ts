import { describe, expect, it } from '@jest/globals';
import {
  ANONYMOUS,
  assertHas,
  assertManages,
  assertMayAccess,
  assertMayName,
  assertMayOwn,
  assertMayPackage,
  assertMaySee,
  assertMayUseCapability,
  mayConfigure,
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

describe('a space is put into packages', () => {
  const space = ownedBy('x', { packages: ['HERE', 'OSM'] });

  it.each([
    ['all', [{}], true],
    ['each', [{ id: ['HERE'] }, { id: ['OSM'] }], true],
    ['one', [{ id: ['HERE'] }], false],
    ['those that begin so', [{ id: ['*'] }], true],
    ['those of the owner of the space', [{ owner: ['x'] }], true],
    ['one of another owner', [{ id: ['HERE', '*'], owner: ['y'] }], false],
    ['both at once, which no package is', [{ id: ['HERE', 'OSM'] }], false],
    ['in the words for spaces', [{ packages: ['HERE', 'OSM'] }], false],
    ['a space of the same name', [{ space: ['HERE'] }], false],
    ['none', [], false],
  ] as const)('by who manages %s', (_, managePackages, isAllowedTo) => {
    const caller = token({ manageSpaces: [{}], managePackages });
    expect(isAllowed(() => assertMayPackage(caller, space))).toBe(isAllowedTo);
    expect(isAllowed(() => assertMayPackage(caller, space, ['OSM', 'HERE']))).toBe(true);
  });

  it('by its owner, and of those that are new by who manages them', () => {
    expect(isAllowed(() => assertMayPackage(ownerCaller({ owner: 'x' }), space))).toBe(true);
    const caller = token({ managePackages: [{ id: ['HERE'] }] });
    expect(isAllowed(() => assertMayPackage(caller, space, ['OSM']))).toBe(true);
  });
});

describe('what is not a space', () => {
  it.each([
    [token({ accessConnectors: [{ id: ['psql'] }] }), ['psql'], ['other', 'psql2']],
    [token({ accessConnectors: [{ id: ['p*'] }] }), ['psql', 'p'], ['other']],
    [token({ accessConnectors: [{}] }), ['psql', 'other'], []],
    [token({ adminSpaces: [{}], manageSpaces: [{}] }), [], ['psql']],
    [alice, ['psql', 'other'], []],
  ] as const)('%j names storages', (caller, storages, others) => {
    for (const id of storages) expect(isAllowed(() => assertMayAccess(caller, id))).toBe(true);
    for (const id of others) expect(isAllowed(() => assertMayAccess(caller, id))).toBe(false);
  });

  const capabilities = [
    'hexbinClustering',
    'quadbinClustering',
    'searchablePropertiesConfiguration',
  ] as const;
  it.each([
    [token({ useCapabilities: [{ id: ['hexbinClustering'] }] }), ['hexbinClustering']],
    [token({ useCapabilities: [{}] }), capabilities],
    [token({ readFeatures: [{}], adminSpaces: [{}] }), []],
    [reader, capabilities],
    [readerCaller({ id: 'trees', owner: 'alice' }), capabilities],
    [anonymous, capabilities],
  ] as const)('%j uses capabilities', (caller, used) => {
    expect(capabilities.filter((id) => isAllowed(() => assertMayUseCapability(caller, id)))).toEqual(used);
  });
});

describe('an id and a configuration', () => {
  it.each([
    [token({ manageSpaces: [{ owner: ['x'] }] }), [false, false]],
    [token({ manageSpaces: [{ owner: ['x'], space: ['tr*'] }] }), [true, false]],
    [token({ manageSpaces: [{ owner: ['x'], space: ['roads'] }] }), [false, false]],
    [token({ manageSpaces: [{ packages: ['maps'] }] }), [false, false]],
    [token({ manageSpaces: [{}] }), [true, false]],
    [token({ adminSpaces: [{ owner: ['x'] }] }), [true, true]],
    [token({ adminSpaces: [{ owner: ['y'] }] }), [false, false]],
    [ownerCaller({ owner: 'x' }), [true, true]],
    [root, [true, true]],
  ] as const)('%j says them', (caller, expected) => {
    const space = ownedBy('x');
    expect([isAllowed(() => assertMayName(caller, space)), mayConfigure(caller, space)]).toEqual(expected);
  });
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
