import type { Server } from 'node:http';
import { createApplication } from '@cairn/composition';
import { createHandler } from '@cairn/http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { addTour, membersBy, TABLES, type Club, type ClubSettings } from '../club.js';

/** A club on Hono 4: members and their photos and maps in one PostgreSQL database. */
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
  const app = new Hono();
  app.all('/media/*', async ({ req }) => await cairn.fetch(req.raw));
  app.post('/users', async (context) => {
    const { id, token } = await context.req.json<{ id: string; token: string }>();
    await pool.query('INSERT INTO users VALUES ($1, $2)', [id, token]);
    return context.json({ id }, 201);
  });
  app.post('/tours', async (context) => {
    const owner = await memberOf(context.req.header('authorization'));
    if (owner === undefined) return context.body(null, 401);
    const { title } = await context.req.json<{ title: string }>();
    const space = await createTour(owner, title).catch(() => undefined);
    return context.json({ space }, space === undefined ? 409 : 201);
  });
  const server = await new Promise<Server>((resolve) => {
    const listening = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
      resolve(listening as Server),
    ); // HTTP/1.1
  });
  return {
    close: async () => {
      cairn.drain();
      const ended = new Promise((resolve) => server.close(resolve));
      setTimeout(() => server.closeAllConnections(), 1_000).unref(); // those that browsers keep open, too
      await ended;
      await cairn.close();
      await application.close();
      await pool.end();
    },
  };
}
