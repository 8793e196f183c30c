import type { IncomingHttpHeaders, Server } from 'node:http';
import express from 'express';
import { openOnPg } from '../club-on-pg.js';
import type { Club, ClubSettings } from '../club.js';

/** A club on Express 5: members and their photos and maps in one PostgreSQL database. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const { cairn, ...club } = await openOnPg(settings);
  const app = express();
  app.use(cairn.node, express.json()); // Cairn before parsers of bodies
  app.post('/users', async ({ body }: { body: { id: string; token: string } }, response) => {
    await club.addUser(body);
    response.status(201).json({ id: body.id });
  });
  app.post(
    '/tours',
    async ({ body, headers }: { body: { title: string }; headers: IncomingHttpHeaders }, response) => {
      const owner = await club.memberOf(headers.authorization);
      if (owner === undefined) return void response.sendStatus(401);
      const space = await club.addTour(owner, body.title);
      response.status(space === undefined ? 409 : 201).json({ space });
    },
  );
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(settings.port, '127.0.0.1', () => resolve(listening));
  });
  return {
    close: async () => {
      cairn.drain();
      const ended = new Promise((resolve) => server.close(resolve));
      setTimeout(() => server.closeAllConnections(), 1_000).unref(); // those that browsers keep open, too
      await ended;
      await club.close();
    },
  };
}
