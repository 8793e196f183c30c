import type { Caller, Scope } from '@cairn/accounts';

/** Whether a key may do what needs the scope. */
export function isGranted({ scopes }: Caller, scope: Scope): boolean {
  return scopes.includes(scope) || (scope.startsWith('spaces:') && scopes.includes('admin'));
}
