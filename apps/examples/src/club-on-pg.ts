import { createApplication } from '@cairn/composition';
import { createHandler, type Handler } from '@cairn/http';
import pg from 'pg';
import { addTour, membersBy, TABLES, type ClubSettings } from './club.js';

/** What a club does with `pg`, whatever its framework is. */
export interface ClubOnPg {
  /** Cairn, below `/media`. */
  readonly cairn: Handler;
  addUser(user: { id: string; token: string }): Promise<void>;
  /** The id of the member whose token a header has. */
  memberOf(authorization: string | undefined): Promise<string | undefined>;
  /** The id of the space of the tour; `undefined` if there is one of this title. */
  addTour(owner: string, title: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens a club's tables, and Cairn in a schema of the same database, for the members of the club. */
export async function openOnPg({ databaseUrl, photosFolder, port }: ClubSettings): Promise<ClubOnPg> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await pool.query(TABLES);
  const application = await createApplication({
    database: { kind: 'postgres', url: databaseUrl, schema: 'cairn' },
    blobs: { kind: 'fs', directory: photosFolder },
    users: membersBy(async (text, values) => (await pool.query<{ id: string }>(text, [...values])).rows),
  });
  const memberOf = async (authorization = ''): Promise<string | undefined> => {
    const token = authorization.replace('Bearer ', '');
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE token = $1', [token]);
    return rows[0]?.id;
  };
  const cairn = createHandler(application, {
    publicUrl: `http://127.0.0.1:${port}`,
    basePath: '/media',
    principal: async ({ headers }) => {
      const id = await memberOf(headers.authorization);
      return id === undefined ? undefined : { owner: id, user: id };
    },
  });
  const created = async (owner: string, title: string): Promise<string> =>
    await application.transaction(pool, async ({ client, inner }) => {
      const insert = async (values: string[]) =>
        await client.query('INSERT INTO tours VALUES ($1, $2)', values);
      return await addTour(inner, { owner, title, insert });
    });
  return {
    cairn,
    memberOf,
    addUser: async ({ id, token }) =>
      void (await pool.query('INSERT INTO users VALUES ($1, $2)', [id, token])),
    addTour: async (owner, title) =>
      await created(owner, title).catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === TAKEN) return undefined;
        throw error;
      }),
    close: async () => {
      await cairn.close();
      await application.close();
      await pool.end();
    },
  };
}

/** PostgreSQL's code of a row whose key is taken. */
const TAKEN = '23505';
