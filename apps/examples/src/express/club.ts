import type { IncomingHttpHeaders, Server } from 'node:http';
import { createApplication } from '@cairn/composition';
import { createHandler } from '@cairn/http';
import express from 'express';
import pg from 'pg';
import { addTour, membersBy, TABLES, type Club, type ClubSettings } from '../club.js';

/** A club on Express 5: members and their photos and maps in one PostgreSQL database. */
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
  const app = express();
  app.use(cairn.node, express.json());
  app.post('/users', async ({ body }: { body: { id: string; token: string } }, response) => {
    await pool.query('INSERT INTO users VALUES ($1, $2)', [body.id, body.token]);
    response.status(201).json({ id: body.id });
  });
  app.post(
    '/tours',
    async ({ body, headers }: { body: { title: string }; headers: IncomingHttpHeaders }, response) => {
      const owner = await memberOf(headers.authorization);
      if (owner === undefined) return void response.sendStatus(401);
      await createTour(owner, body.title).then(
        (space) => response.status(201).json({ space }),
        () => response.sendStatus(409),
      );
    },
  );
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(port, '127.0.0.1', () => resolve(listening));
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
