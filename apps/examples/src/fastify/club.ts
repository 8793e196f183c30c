import { createApplication } from '@cairn/composition';
import { createHandler } from '@cairn/http';
import { fastify } from 'fastify';
import pg from 'pg';
import { membersBy, type Club, type ClubSettings } from '../club.js';

/** A club on Fastify 5: members and their photos and maps in one PostgreSQL database. */
export async function openClub({ databaseUrl, photosFolder, port }: ClubSettings): Promise<Club> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await pool.query('CREATE TABLE IF NOT EXISTS users (id text PRIMARY KEY, token text UNIQUE NOT NULL)');
  const application = await createApplication({
    database: { kind: 'postgres', url: databaseUrl, schema: 'cairn' },
    blobs: { kind: 'fs', directory: photosFolder },
    users: membersBy(async (text, values) => (await pool.query<{ id: string }>(text, [...values])).rows),
  });
  const cairn = createHandler(application, {
    publicUrl: `http://127.0.0.1:${port}`,
    basePath: '/media',
    principal: async ({ headers }) => {
      const token = headers.authorization?.replace('Bearer ', '');
      const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE token = $1', [token]);
      return rows[0] && { owner: rows[0].id, user: rows[0].id };
    },
  });
  const app = fastify({ forceCloseConnections: true });
  // Before Fastify reads the body.
  app.addHook('onRequest', ({ raw }, reply, next) => cairn.node(raw, reply.raw, () => next()));
  app.post<{ Body: { id: string; token: string } }>('/users', async ({ body }, reply) => {
    await pool.query('INSERT INTO users VALUES ($1, $2)', [body.id, body.token]);
    return await reply.code(201).send({ id: body.id });
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
