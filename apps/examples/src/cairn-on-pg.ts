import { createApplication } from '@cairn/composition';
import { createHandler, type Handler } from '@cairn/http';
import { CreateSpace, ownerCaller } from '@cairn/spaces';
import type { ClubSettings } from './club.js';
import { openTables, tablesOn } from './club-on-pg.js';

/** Cairn in a schema of the club's database and below `/media` of its service, for its members. */
export async function openCairn({ databaseUrl, photosFolder, port }: ClubSettings) {
  const { pool, tables } = await openTables(databaseUrl);
  const application = await createApplication({
    database: { kind: 'postgres', url: databaseUrl, schema: 'cairn' },
    blobs: { kind: 'fs', directory: photosFolder },
    users: {
      find: async (ids) => await tables.members(ids),
      findByName: async (name) => (await tables.members([name]))[0],
      owns: async (userId, owner) => userId === owner,
    },
  });
  const handler: Handler = createHandler(application, {
    publicUrl: `http://127.0.0.1:${port}`,
    basePath: '/media',
    principal: async ({ headers }) => {
      const id = await tables.memberOf(headers.authorization);
      return id === undefined ? undefined : { owner: id, user: id };
    },
  });
  /** A tour is a row of the club and a space of Cairn: both or neither. Returns the id of the space. */
  const addTour = async (owner: string, title: string): Promise<string> =>
    await application.transaction(pool, async ({ client, inner }) => {
      const { id } = await inner.get(CreateSpace).execute(ownerCaller({ owner }), { title, description: '' });
      await tablesOn(client).addTour(title, id);
      return id;
    });
  const close = async (): Promise<void> => {
    await handler.close();
    await application.close();
    await pool.end();
  };
  return { tables, handler, addTour, close };
}
