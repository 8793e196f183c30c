import { client } from '../../api/client.ts';
import type { Texts } from '../../i18n/en/texts.ts';
import { session } from '../../session/session.svelte.ts';

/** What the address of the view narrows the list by, as the API names it; times as days. */
export type Filter = Readonly<
  Record<'accountId' | 'principal' | 'operation' | 'since' | 'until', string | undefined>
>;

/** Days as they are typed, in the time of the browser: from the first moment of one to the last of the other. */
export function queryOf({ since, until, ...filter }: Filter): Filter {
  return { ...filter, since: startOf(since, 0), until: startOf(until, 1) };
}

function startOf(day: string | undefined, daysLater: number): string | undefined {
  const start = new Date(`${day ?? ''}T00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** Names by `key:` or `user:` and an identifier, and of accounts. What cannot be listed has none. */
export interface Names {
  readonly principals: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

export async function findNames(): Promise<Names> {
  const { current } = session;
  const isAdministrator = session.may('admin');
  const [keys, grants, users, accounts] = await Promise.all([
    orNone(client.keys.list().all()),
    orNone(client.grants.list().all()),
    isAdministrator ? orNone(client.users.list()) : [],
    isAdministrator ? orNone(client.accounts.list().all()) : [],
  ]);
  const principals = new Map(keys.map(({ id, name }) => [`key:${id}`, name]));
  for (const { id, name } of users) principals.set(`user:${id}`, name);
  for (const { to } of grants)
    if (to.type !== 'group' && to.name !== null) principals.set(`${to.type}:${to.id}`, to.name);
  if (current) principals.set(`user:${current.user.id}`, current.user.name);
  return { principals, accounts: new Map(accounts.map(({ id, name }) => [id, name])) };
}

const orNone = async <T>(found: Promise<readonly T[]>): Promise<readonly T[]> => await found.catch(() => []);

/** What people call somebody, or what they are where nothing more is known. */
export function nameIn(names: Names | undefined, principal: string, texts: Texts['activity']): string {
  const known = names?.principals.get(principal);
  if (known !== undefined) return known;
  if (principal.startsWith('key:')) return texts.someKey;
  if (principal.startsWith('link:')) return texts.guest;
  return principal === 'token' ? texts.token : texts.someUser;
}
