import type { Server } from 'node:http';
import { createApplication } from '@cairn/composition';
import { createHandler } from '@cairn/http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { membersBy, type Club, type ClubSettings } from '../club.js';

/** A club on Hono 4: members and their photos and maps in one PostgreSQL database. */
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
  const app = new Hono();
  app.all('/media/*', async ({ req }) => await cairn.fetch(req.raw));
  app.post('/users', async (context) => {
    const { id, token } = await context.req.json<{ id: string; token: string }>();
    await pool.query('INSERT INTO users VALUES ($1, $2)', [id, token]);
    return context.json({ id }, 201);
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
