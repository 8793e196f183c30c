import type { Caller } from '../api-key.js';
import { ScopeMissing } from '../errors.js';

/** @throws {ScopeMissing} when the account is neither the caller's own nor the caller an administrator. */
export function assertManages(caller: Caller, accountId: string): void {
  if (caller.accountId !== accountId) assertAdministrator(caller);
}

/** @throws {ScopeMissing} */
export function assertAdministrator(caller: Caller): void {
  if (!caller.scopes.includes('admin')) throw new ScopeMissing('admin');
}
