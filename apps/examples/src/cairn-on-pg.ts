import { createApplication, EraseOwner } from '@cairn/composition';
import { createHandler, type Handler } from '@cairn/http';
import { CreateSpace, ownerCaller } from '@cairn/spaces';
import type { ClubSettings } from './club.js';
import { tablesOn, type ClubDatabase } from './club-on-pg.js';

/** Cairn in a schema of the club's database and below `/media` of its service, for its members. */
export async function openCairn(settings: ClubSettings, { pool, tables }: ClubDatabase) {
  const application = await createApplication({
    database: { kind: 'postgres', url: settings.databaseUrl, schema: 'cairn' },
    blobs: { kind: 'fs', directory: settings.photosFolder },
    users: {
      find: async (ids) => await tables.members(ids),
      findByName: async (name) => (await tables.members([name]))[0],
      owns: async (userId, owner) => userId === owner,
    },
  });
  const handler: Handler = createHandler(application, {
    publicUrl: `http://127.0.0.1:${settings.port}`,
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
      return await tablesOn(client).addTour(title, id);
    });
  /** Removes a member, with everything of theirs in Cairn. */
  const removeMember = async (id: string): Promise<void> =>
    await application.transaction(pool, async ({ client, inner }) => {
      await tablesOn(client).removeMember(id);
      await inner.get(EraseOwner).execute(id, { addresses: 'forget', user: id });
    });
  const close = async (): Promise<void> => {
    await handler.close();
    await application.close();
  };
  return { handler, addTour, removeMember, close };
}
