import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openOnPg } from '../club-on-pg.js';
import type { Club, ClubSettings } from '../club.js';

/** A club on Hono 4: members and their photos and maps in one PostgreSQL database. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const { cairn, ...club } = await openOnPg(settings);
  const app = new Hono();
  app.all('/media/*', async ({ req }) => await cairn.fetch(req.raw));
  app.post('/users', async (context) => {
    const user = await context.req.json<{ id: string; token: string }>();
    await club.addUser(user);
    return context.json({ id: user.id }, 201);
  });
  app.post('/tours', async (context) => {
    const owner = await club.memberOf(context.req.header('authorization'));
    if (owner === undefined) return context.body(null, 401);
    const { title } = await context.req.json<{ title: string }>();
    const space = await club.addTour(owner, title);
    return context.json({ space }, space === undefined ? 409 : 201);
  });
  const server = await new Promise<Server>((resolve) => {
    const options = { fetch: app.fetch, port: settings.port, hostname: '127.0.0.1' };
    const listening = serve(options, () => resolve(listening as Server)); // HTTP/1.1
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
