import { grants, type Scope } from '@cairn/access';
import { ANONYMOUS } from '@cairn/spaces';
import { expect, it } from '@jest/globals';
import { rightsOf, type HubCaller } from './rights.js';

const read = ['readFeatures'];
const all = [...read, 'manageSpaces', 'createFeatures', 'updateFeatures', 'deleteFeatures'];
const admin = [...all, 'adminSpaces'];

const keyless: HubCaller = {
  owner: ANONYMOUS,
  administrator: false,
  anonymousAllowed: true,
  mayRead: true,
  mayWrite: true,
};
const open = { ...keyless, administrator: true };

function withKey(...scopes: readonly Scope[]): HubCaller {
  return {
    owner: 'alice',
    administrator: scopes.includes('admin'),
    anonymousAllowed: true,
    mayRead: grants(scopes, 'spaces:read'),
    mayWrite: grants(scopes, 'spaces:write'),
  };
}

it.each([
  ['an anonymous caller', keyless, ANONYMOUS, all],
  ['an anonymous caller', keyless, 'alice', []],
  ['an anonymous caller of an open server', open, 'alice', admin],
  ['a key with spaces:read', withKey('spaces:read'), 'alice', read],
  ['a key with spaces:read', withKey('spaces:read'), ANONYMOUS, read],
  ['a key with both scopes', withKey('spaces:read', 'spaces:write'), 'alice', all],
  ['a key with both scopes', withKey('spaces:read', 'spaces:write'), 'bob', []],
  [
    'a key of a server that requires keys',
    { ...withKey('spaces:read', 'spaces:write'), anonymousAllowed: false },
    ANONYMOUS,
    [],
  ],
  ['an administrator', withKey('admin'), 'bob', admin],
] as const)('rights of %s: case %#', (_, caller, owner, rights) => {
  const space = { id: 'x', title: '', description: '', owner, storageId: 'test' };
  const times = { createdAt: 0, updatedAt: 0, contentUpdatedAt: 0 };
  expect(rightsOf(caller, { ...space, ...times })).toEqual(rights);
});
