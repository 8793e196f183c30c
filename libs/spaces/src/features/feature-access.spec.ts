import { describe, expect, it } from '@jest/globals';
import { ownerCaller, type Caller } from '../caller.js';
import { SpaceForbidden, SpaceInactive, SpaceReadOnly } from '../errors.js';
import type { Space } from '../registry/space.js';
import { tokenRights } from '../rights/token-rights.js';
import { assertMayUse, assertMayWrite } from './feature-access.js';
import type { WriteRule } from './writing/modification.js';

const alice = ownerCaller({ owner: 'alice' });
const times = { createdAt: 0, updatedAt: 0, contentUpdatedAt: 0 };
const space: Space = {
  id: 'trees',
  title: '',
  description: '',
  owner: 'alice',
  storageId: 'test',
  settings: {},
  ...times,
};
const rule = (onExists: WriteRule['onExists'], onNotExists: WriteRule['onNotExists']): WriteRule => ({
  onExists,
  onNotExists,
  onConflict: 'error',
});
const token = (...rights: readonly string[]): Caller => ({
  owner: 'x',
  rights: tokenRights(Object.fromEntries(rights.map((right) => [right, [{}]]))),
  readsShared: true,
});

describe('the features of a space', () => {
  it('are not written while it is read-only', () => {
    const readOnly = { ...space, settings: { readOnly: true } };
    expect(() => assertMayUse(alice, 'readFeatures', readOnly)).not.toThrow();
    for (const right of ['createFeatures', 'updateFeatures', 'deleteFeatures'] as const)
      expect(() => assertMayUse(alice, right, readOnly)).toThrow(SpaceReadOnly);
    expect(() => assertMayWrite(alice, [rule('patch', 'create')], readOnly)).toThrow(SpaceReadOnly);
  });

  it('are neither read nor written while it is not active, which others are not told', () => {
    const inactive = { ...space, settings: { active: false, readOnly: true } };
    for (const right of ['readFeatures', 'deleteFeatures'] as const) {
      expect(() => assertMayUse(alice, right, inactive)).toThrow(SpaceInactive);
      expect(() => assertMayUse(ownerCaller({ owner: 'bob' }), right, inactive)).toThrow(SpaceForbidden);
    }
  });

  it('are read where they are shared, with a credential', () => {
    const shared = { ...space, settings: { shared: true } };
    expect(() => assertMayUse(ownerCaller({ owner: 'bob' }), 'readFeatures', shared)).not.toThrow();
    expect(() => assertMayWrite(ownerCaller({ owner: 'bob' }), [], shared)).toThrow(SpaceForbidden);
  });
});

describe('what a writer may not do', () => {
  it.each([
    [['createFeatures', 'updateFeatures', 'deleteFeatures'], rule('delete', 'create'), []],
    [['createFeatures'], rule('replace', 'create'), ['updated']],
    [['updateFeatures'], rule('replace', 'create'), ['inserted']],
    [['updateFeatures'], rule('patch', 'error'), []],
    [['updateFeatures'], rule('delete', 'error'), 'forbidden'],
    [['deleteFeatures'], rule('delete', 'retain'), []],
    [['deleteFeatures'], rule('delete', 'create'), ['inserted']],
    [['createFeatures'], rule('error', 'create'), []],
    [['createFeatures'], rule('patch', 'retain'), 'forbidden'],
    [['deleteFeatures'], rule('merge', 'create'), 'forbidden'],
    [['readFeatures', 'manageSpaces'], rule('retain', 'error'), 'forbidden'],
    [['deleteFeatures'], rule('retain', 'error'), []],
  ] as const)('with %j', (rights, given, refused) => {
    const attempt = () => assertMayWrite(token(...rights), [given], space);
    if (refused === 'forbidden') expect(attempt).toThrow(SpaceForbidden);
    else expect(attempt()).toEqual(refused);
  });
});
