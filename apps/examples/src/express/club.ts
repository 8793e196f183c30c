import type { IncomingHttpHeaders, Server } from 'node:http';
import express from 'express';
import { openCairn } from '../cairn-on-pg.js';
import { openDatabase } from '../club-on-pg.js';
import { isTaken, type Club, type ClubSettings, type Member } from '../club.js';

/** A club on Express 5: members and their photos and maps in one PostgreSQL database. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const { pool, tables } = await openDatabase(settings.databaseUrl);
  const cairn = await openCairn(settings, { pool, tables });
  const app = express();
  app.use(cairn.handler.node, express.json()); // Cairn before parsers of bodies
  app.post('/users', async ({ body }: { body: Member }, response) => {
    await tables.addMember(body);
    response.status(201).json({ id: body.id });
  });
  app.delete('/users/me', async ({ headers }, response) => {
    const id = await tables.memberOf(headers.authorization);
    if (id !== undefined) await cairn.removeMember(id);
    response.sendStatus(id === undefined ? 401 : 204);
  });
  app.post(
    '/tours',
    async ({ body, headers }: { body: { title: string }; headers: IncomingHttpHeaders }, response) => {
      const owner = await tables.memberOf(headers.authorization);
      if (owner === undefined) return void response.sendStatus(401);
      try {
        response.status(201).json({ space: await cairn.addTour(owner, body.title) });
      } catch (error) {
        if (!isTaken(error)) throw error;
        response.sendStatus(409);
      }
    },
  );
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(settings.port, '127.0.0.1', () => resolve(listening));
  });
  return {
    close: async () => {
      cairn.handler.drain();
      const ended = new Promise((resolve) => server.close(resolve));
      setTimeout(() => server.closeAllConnections(), 1_000).unref(); // those that browsers keep open, too
      await ended;
      await cairn.close();
      await pool.end();
    },
  };
}
