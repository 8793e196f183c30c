import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openCairn } from '../cairn-on-pg.js';
import { openDatabase } from '../club-on-pg.js';
import { isTaken, type Club, type ClubSettings, type Member } from '../club.js';

/** A club on Hono 4: members and their photos and maps in one PostgreSQL database. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const { pool, tables } = await openDatabase(settings.databaseUrl);
  const cairn = await openCairn(settings, { pool, tables });
  const app = new Hono();
  app.all('/media/*', async ({ req }) => await cairn.handler.fetch(req.raw));
  app.post('/users', async (context) => {
    const member = await context.req.json<Member>();
    await tables.addMember(member);
    return context.json({ id: member.id }, 201);
  });
  app.delete('/users/me', async (context) => {
    const id = await tables.memberOf(context.req.header('authorization'));
    if (id !== undefined) await cairn.removeMember(id);
    return context.body(null, id === undefined ? 401 : 204);
  });
  app.post('/tours', async (context) => {
    const owner = await tables.memberOf(context.req.header('authorization'));
    if (owner === undefined) return context.body(null, 401);
    const { title } = await context.req.json<{ title: string }>();
    try {
      return context.json({ space: await cairn.addTour(owner, title) }, 201);
    } catch (error) {
      if (!isTaken(error)) throw error;
      return context.body(null, 409);
    }
  });
  const server = await new Promise<Server>((resolve) => {
    const options = { fetch: app.fetch, port: settings.port, hostname: '127.0.0.1' };
    const listening = serve(options, () => resolve(listening as Server)); // HTTP/1.1
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
