import { fastify } from 'fastify';
import { openOnPg } from '../club-on-pg.js';
import type { Club, ClubSettings } from '../club.js';

/** A club on Fastify 5: members and their photos and maps in one PostgreSQL database. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const { cairn, ...club } = await openOnPg(settings);
  const app = fastify({ forceCloseConnections: true });
  // Before Fastify reads the body.
  app.addHook('onRequest', ({ raw }, reply, next) => cairn.node(raw, reply.raw, () => next()));
  app.post<{ Body: { id: string; token: string } }>('/users', async ({ body }, reply) => {
    await club.addUser(body);
    return await reply.code(201).send({ id: body.id });
  });
  app.post<{ Body: { title: string } }>('/tours', async ({ body, headers }, reply) => {
    const owner = await club.memberOf(headers.authorization);
    if (owner === undefined) return await reply.code(401).send();
    const space = await club.addTour(owner, body.title);
    return await reply.code(space === undefined ? 409 : 201).send({ space });
  });
  await app.listen({ port: settings.port, host: '127.0.0.1' });
  return {
    close: async () => {
      cairn.drain();
      await app.close();
      await club.close();
    },
  };
}
