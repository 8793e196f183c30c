import type { ActivityKind } from '@cairn/api-schema';
import { client } from '../../api/client.ts';
import type { Names } from './names.ts';
import { session } from '../../session/session.svelte.ts';

/** The filter in the address of the view, with the names of the API. Times are days. */
export type Filter = Readonly<Record<(typeof FILTERS)[number], string | undefined>>;

const FILTERS = ['accountId', 'principal', 'guest', 'thing', 'kind', 'operation', 'since', 'until'] as const;

/** The filter in the parameters of an address. */
export const filterIn = (query: URLSearchParams): Filter =>
  // The cast is safe: the names are those of the filter.
  Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? undefined])) as Filter;

/** Converts days in the browser's time zone to times: from the start of the first day to the end of the last. */
export function queryOf({ since, until, kind, ...filter }: Filter): ActivityQuery {
  // The server refuses a kind that it does not know.
  return {
    ...filter,
    kind: kind as ActivityKind | undefined,
    since: startOf(since, 0),
    until: startOf(until, 1),
  };
}

type ActivityQuery = Omit<Filter, 'kind'> & { readonly kind: ActivityKind | undefined };

function startOf(day: string | undefined, daysLater: number): string | undefined {
  const start = new Date(`${day ?? ''}T00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

export async function findNames(): Promise<Names> {
  const { current } = session;
  const isAdministrator = session.may('admin');
  const [keys, grants, albums, spaces, links, users, accounts] = await Promise.all([
    orNone(client.list('GET /api/keys').all()),
    orNone(client.list('GET /api/grants').all()),
    orNone(client.list('GET /api/albums').all()),
    orNone(client.call('GET /hub/spaces')),
    orNone(client.list('GET /api/links').all()),
    isAdministrator ? orNone(client.call('GET /api/users')) : [],
    isAdministrator ? orNone(client.list('GET /api/accounts').all()) : [],
  ]);
  const principals = new Map(keys.map(({ id, name }) => [`key:${id}`, name]));
  for (const { id, name } of users) principals.set(`user:${id}`, name);
  for (const { to } of grants)
    if (to.type !== 'group' && to.name !== null) principals.set(`${to.type}:${to.id}`, to.name);
  if (current) principals.set(`user:${current.user.id}`, current.user.name);
  const things = new Map([
    ...albums.map(({ id, title }): [string, string] => [`album:${id}`, title]),
    ...spaces.map(({ id, title }): [string, string] => [`space:${id}`, title]),
  ]);
  const opened = links.map(({ id, resource }): [string, string] => {
    const folder = resource.type === 'folder' ? resource.id : resource.type;
    return [`link:${id}`, things.get(`${resource.type}:${resource.id}`) ?? folder];
  });
  return {
    principals,
    things,
    links: new Map(opened),
    accounts: new Map(accounts.map(({ id, name }) => [id, name])),
  };
}

const orNone = async <T>(found: Promise<readonly T[]>): Promise<readonly T[]> => await found.catch(() => []);
