import { describe, expect, it } from '@jest/globals';
import { grants, scopes, type Scope } from './scope.js';

describe('grants', () => {
  it.each<[Scope, readonly Scope[]]>([
    ['images:read', ['images:read']],
    ['spaces:write', ['spaces:write']],
    ['keys:manage', ['keys:manage']],
    ['admin', ['spaces:read', 'spaces:write', 'keys:manage', 'admin']],
  ])('%s grants %j', (held, expected) => {
    expect(scopes.filter((scope) => grants([held], scope))).toEqual(expected);
  });
});
