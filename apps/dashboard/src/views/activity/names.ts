import type { Texts } from '../../i18n/en/texts.ts';

/** Names by type, `:` and an identifier, and names of accounts. Things that cannot be listed have no name. */
export interface Names {
  readonly principals: ReadonlyMap<string, string>;
  /** Links are called by what they open. */
  readonly links: ReadonlyMap<string, string>;
  /** Albums and spaces. */
  readonly things: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

/** The display name of a principal; its kind if nothing else is known. */
export function nameIn(names: Names | undefined, principal: string, texts: Texts['activity']): string {
  const known = names?.principals.get(principal);
  if (known !== undefined) return known;
  if (principal.startsWith('key:')) return texts.someKey;
  if (principal.startsWith('link:')) return texts.guest;
  return principal === 'token' ? texts.token : texts.someUser;
}
