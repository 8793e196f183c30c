import type { GrantRecord } from '@cairn/api-schema';
import { ROLES } from '../../session/acting.svelte.ts';

type Role = GrantRecord['role'];

/** What somebody may do with what is shared with them, and the least role for it. Each role includes those before it. */
export const ABILITIES = {
  see: 'viewer',
  add: 'contributor',
  changeOwn: 'contributor',
  changeAll: 'editor',
  share: 'manager',
  decideOwners: 'owner',
} as const satisfies Readonly<Record<string, Role>>;

export type Ability = keyof typeof ABILITIES;

export const abilities = Object.keys(ABILITIES) as readonly Ability[]; // the keys of a literal are known

/** Whether the role includes the ability. */
export function includes(role: Role, ability: Ability): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(ABILITIES[ability]);
}
