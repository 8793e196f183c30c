import type { Caller } from './keys/api-key.js';
import { grants, type Scope } from './scope.js';

/** Who makes a request: anyone, or an account through one of its keys. */
export type Principal = { readonly kind: 'anonymous' } | { readonly kind: 'key'; readonly caller: Caller };

export const anonymous: Principal = { kind: 'anonymous' };

/** What an operation asks of who calls it: nothing, a valid key if one is sent, or a key; and what the key must be for. */
export interface Requirement {
  readonly access: 'open' | 'optional' | 'key';
  readonly scope?: Scope | undefined;
}

/** Whether a principal may use an operation at all; whose data it may touch there is decided by the use case. */
export function decide(
  principal: Principal,
  { access, scope }: Requirement,
): 'allowed' | 'key-needed' | 'scope-missing' {
  if (access === 'open') return 'allowed';
  if (principal.kind === 'anonymous') return access === 'optional' ? 'allowed' : 'key-needed';
  return scope === undefined || grants(principal.caller.scopes, scope) ? 'allowed' : 'scope-missing';
}
