import type { UserDirectory } from '@cairn/access';
import type { InTransaction } from '@cairn/composition';
import { CreateSpace, ownerCaller } from '@cairn/spaces';

/** What each example is opened with. */
export interface ClubSettings {
  /** The club's own PostgreSQL database. Cairn's tables have a schema of their own in it. */
  readonly databaseUrl: string;
  readonly photosFolder: string;
  readonly port: number;
}

/** An example that runs. */
export interface Club {
  close(): Promise<void>;
}

/** The club's own tables. */
export const TABLES = `CREATE TABLE IF NOT EXISTS users (id text PRIMARY KEY, token text UNIQUE NOT NULL);
  CREATE TABLE IF NOT EXISTS tours (title text PRIMARY KEY, space_id text NOT NULL)`;

/** A tour is a row of the club and a space of Cairn: both or neither. */
export async function addTour(
  inner: InTransaction,
  { owner, title, insert }: { owner: string; title: string; insert: (values: string[]) => Promise<unknown> },
): Promise<string> {
  const { id } = await inner.get(CreateSpace).execute(ownerCaller({ owner }), { title, description: '' });
  await insert([title, id]);
  return id;
}

type Query = (text: string, values: readonly unknown[]) => Promise<readonly { readonly id: string }[]>;

/** The members of a club, with whom others share: each has a library of their own. */
export function membersBy(query: Query): UserDirectory {
  const find = async (ids: readonly string[]) => {
    const rows = await query('SELECT id FROM users WHERE id = ANY($1)', [ids]);
    return rows.map(({ id }) => ({ id, name: id }));
  };
  return {
    find,
    findByName: async (name) => (await find([name]))[0],
    owns: async (userId, owner) => userId === owner,
  };
}
