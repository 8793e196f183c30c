import type { Caller } from './keys/api-key.js';
import { ScopeMissing } from './errors.js';
import { grants, type Scope } from './scope.js';

/** @throws {ScopeMissing} */
export function assertManagesKeys(caller: Caller): void {
  if (!grants(caller.scopes, 'keys:manage')) throw new ScopeMissing('keys:manage');
}

/** @throws {ScopeMissing} when the account is neither the caller's own nor the caller an administrator. */
export function assertManages(caller: Caller, accountId: string): void {
  if (caller.accountId !== accountId) assertAdministrator(caller);
}

/** @throws {ScopeMissing} */
export function assertAdministrator(caller: Caller): void {
  if (!caller.scopes.includes('admin')) throw new ScopeMissing('admin');
}

/** @throws {ScopeMissing} for a scope that the caller lacks, unless the caller is an administrator. */
export function assertCovers(caller: Caller, scopes: readonly Scope[]): void {
  const beyond = scopes.find((scope) => !caller.scopes.includes(scope));
  if (beyond !== undefined && !caller.scopes.includes('admin')) throw new ScopeMissing(beyond);
}
