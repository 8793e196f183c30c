import { client } from '../../api/client.ts';
import type { Texts } from '../../i18n/en/texts.ts';
import { session } from '../../session/session.svelte.ts';

/** The filter in the address of the view, with the names of the API. Times are days. */
export type Filter = Readonly<
  Record<'accountId' | 'principal' | 'operation' | 'since' | 'until', string | undefined>
>;

/** Converts days in the browser's time zone to times: from the start of the first day to the end of the last. */
export function queryOf({ since, until, ...filter }: Filter): Filter {
  return { ...filter, since: startOf(since, 0), until: startOf(until, 1) };
}

function startOf(day: string | undefined, daysLater: number): string | undefined {
  const start = new Date(`${day ?? ''}T00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** Names by `key:` or `user:` and an identifier, and names of accounts. Things that cannot be listed have no name. */
export interface Names {
  readonly principals: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

export async function findNames(): Promise<Names> {
  const { current } = session;
  const isAdministrator = session.may('admin');
  const [keys, grants, users, accounts] = await Promise.all([
    orNone(client.list('GET /api/keys').all()),
    orNone(client.list('GET /api/grants').all()),
    isAdministrator ? orNone(client.call('GET /api/users')) : [],
    isAdministrator ? orNone(client.list('GET /api/accounts').all()) : [],
  ]);
  const principals = new Map(keys.map(({ id, name }) => [`key:${id}`, name]));
  for (const { id, name } of users) principals.set(`user:${id}`, name);
  for (const { to } of grants)
    if (to.type !== 'group' && to.name !== null) principals.set(`${to.type}:${to.id}`, to.name);
  if (current) principals.set(`user:${current.user.id}`, current.user.name);
  return { principals, accounts: new Map(accounts.map(({ id, name }) => [id, name])) };
}

const orNone = async <T>(found: Promise<readonly T[]>): Promise<readonly T[]> => await found.catch(() => []);

/** The display name of a principal; its kind if nothing else is known. */
export function nameIn(names: Names | undefined, principal: string, texts: Texts['activity']): string {
  const known = names?.principals.get(principal);
  if (known !== undefined) return known;
  if (principal.startsWith('key:')) return texts.someKey;
  if (principal.startsWith('link:')) return texts.guest;
  return principal === 'token' ? texts.token : texts.someUser;
}
