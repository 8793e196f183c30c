import type { Caller } from './keys/api-key.js';
import { grants, type Scope } from './scope.js';

/** The sender of a request: anonymous, or an account authenticated by one of its keys. */
export type Principal = { readonly kind: 'anonymous' } | { readonly kind: 'key'; readonly caller: Caller };

export const anonymous: Principal = { kind: 'anonymous' };

/** What an operation requires of its caller. `open`: nothing; `optional`: no key, or a valid one; `key`: a valid key. */
export interface Requirement {
  readonly access: 'open' | 'optional' | 'key';
  readonly scope?: Scope | undefined;
}

/** Whether a principal may call an operation. The use case checks which data it may access. */
export function decide(
  principal: Principal,
  { access, scope }: Requirement,
): 'allowed' | 'key-needed' | 'scope-missing' {
  if (access === 'open') return 'allowed';
  if (principal.kind === 'anonymous') return access === 'optional' ? 'allowed' : 'key-needed';
  return scope === undefined || grants(principal.caller.scopes, scope) ? 'allowed' : 'scope-missing';
}
