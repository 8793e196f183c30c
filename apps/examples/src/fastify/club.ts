import { createApplication } from '@cairn/composition';
import { createHandler } from '@cairn/http';
import { fastify } from 'fastify';
import pg from 'pg';
import { addTour, membersBy, TABLES, type Club, type ClubSettings } from '../club.js';

/** A club on Fastify 5: members and their photos and maps in one PostgreSQL database. */
export async function openClub({ databaseUrl, photosFolder, port }: ClubSettings): Promise<Club> {
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
  const createTour = async (owner: string, title: string): Promise<string> =>
    await application.transaction(pool, async ({ client, inner }) => {
      const insert = async (values: string[]) =>
        await client.query('INSERT INTO tours VALUES ($1, $2)', values);
      return await addTour(inner, { owner, title, insert });
    });
  const app = fastify({ forceCloseConnections: true });
  // Before Fastify reads the body.
  app.addHook('onRequest', ({ raw }, reply, next) => cairn.node(raw, reply.raw, () => next()));
  app.post<{ Body: { id: string; token: string } }>('/users', async ({ body }, reply) => {
    await pool.query('INSERT INTO users VALUES ($1, $2)', [body.id, body.token]);
    return await reply.code(201).send({ id: body.id });
  });
  app.post<{ Body: { title: string } }>('/tours', async ({ body, headers }, reply) => {
    const owner = await memberOf(headers.authorization);
    if (owner === undefined) return await reply.code(401).send();
    const space = await createTour(owner, body.title).catch(() => undefined);
    return await reply.code(space === undefined ? 409 : 201).send({ space });
  });
  await app.listen({ port, host: '127.0.0.1' });
  return {
    close: async () => {
      cairn.drain();
      await app.close();
      await cairn.close();
      await application.close();
      await pool.end();
    },
  };
}
