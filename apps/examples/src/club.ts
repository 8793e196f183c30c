import type { UserDirectory } from '@cairn/access';

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
