import { fastify } from 'fastify';
import { openCairn } from '../cairn-on-pg.js';
import { openDatabase } from '../club-on-pg.js';
import { isTaken, type Club, type ClubSettings, type Member } from '../club.js';

/** A club on Fastify 5: members and their photos and maps in one PostgreSQL database. */
export async function openClub(settings: ClubSettings): Promise<Club> {
  const { pool, tables } = await openDatabase(settings.databaseUrl);
  const cairn = await openCairn(settings, { pool, tables });
  const app = fastify({ forceCloseConnections: true });
  // Before Fastify reads the body.
  app.addHook('onRequest', ({ raw }, reply, next) => cairn.handler.node(raw, reply.raw, () => next()));
  app.post<{ Body: Member }>('/users', async ({ body }, reply) => {
    await tables.addMember(body);
    return await reply.code(201).send({ id: body.id });
  });
  app.delete('/users/me', async ({ headers }, reply) => {
    const id = await tables.memberOf(headers.authorization);
    if (id !== undefined) await cairn.removeMember(id);
    return await reply.code(id === undefined ? 401 : 204).send();
  });
  app.post<{ Body: { title: string } }>('/tours', async ({ body, headers }, reply) => {
    const owner = await tables.memberOf(headers.authorization);
    if (owner === undefined) return await reply.code(401).send();
    try {
      return await reply.code(201).send({ space: await cairn.addTour(owner, body.title) });
    } catch (error) {
      if (!isTaken(error)) throw error;
      return await reply.code(409).send();
    }
  });
  await app.listen({ port: settings.port, host: '127.0.0.1' });
  return {
    close: async () => {
      cairn.handler.drain();
      await app.close();
      await cairn.close();
      await pool.end();
    },
  };
}
