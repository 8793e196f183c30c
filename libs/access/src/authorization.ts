import type { Caller } from './permissions/caller.js';
import { ScopeMissing } from './errors.js';
import { grants, type Scope } from './permissions/scope.js';

/** @throws {ScopeMissing} */
export function assertManagesKeys(caller: Caller): void {
  if (!grants(caller.scopes, 'keys:manage')) throw new ScopeMissing('keys:manage');
}

/** @throws {ScopeMissing} if the account is not the caller's own and the caller is not an administrator. */
export function assertManages(caller: Caller, accountId: string): void {
  if (caller.accountId !== accountId) assertAdministrator(caller);
}

/** @throws {ScopeMissing} */
export function assertAdministrator(caller: Caller): void {
  if (!caller.scopes.includes('admin')) throw new ScopeMissing('admin');
}

/** @throws {ScopeMissing} if the caller lacks one of the scopes and is not an administrator. */
export function assertCovers(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !caller.scopes.includes(scope));
  if (missing !== undefined && !caller.scopes.includes('admin')) throw new ScopeMissing(missing);
}
