import { createApplication, EraseOwner } from '@cairn/composition';
import { CairnModule } from '@cairn/nest';
import { CreateSpace, ownerCaller } from '@cairn/spaces';
import type { DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { ClubSettings } from '../club.js';
import { tablesOf } from './tables.js';

/** Cairn in a schema of the club's data source and below `/media` of its service, for its members. */
export async function openCairn({ photosFolder, port }: ClubSettings, source: DataSource) {
  const tables = tablesOf(source.manager);
  const application = await createApplication({
    database: { kind: 'postgres', dataSource: source, schema: 'cairn' },
    blobs: { kind: 'fs', directory: photosFolder },
    users: {
      find: async (ids) => await tables.members(ids),
      findByName: async (name) => (await tables.members([name]))[0],
      owns: async (userId, owner) => userId === owner,
    },
  });
  const module: DynamicModule = CairnModule.forRoot({
    application,
    publicUrl: `http://127.0.0.1:${port}`,
    basePath: '/media',
    principal: async ({ headers }) => {
      const id = await tables.memberOf(headers.authorization);
      return id === undefined ? undefined : { owner: id, user: id };
    },
  });
  /** A tour is a row of the club and a space of Cairn: both or neither. Returns the id of the space. */
  const addTour = async (owner: string, title: string): Promise<string> =>
    await application.transaction(source, async ({ manager, inner }) => {
      const { id } = await inner.get(CreateSpace).execute(ownerCaller({ owner }), { title, description: '' });
      return await tablesOf(manager).addTour(title, id);
    });
  /** Removes a member, with everything of theirs in Cairn. */
  const removeMember = async (id: string): Promise<void> =>
    await application.transaction(source, async ({ manager, inner }) => {
      await tablesOf(manager).removeMember(id);
      await inner.get(EraseOwner).execute(id, { addresses: 'forget', user: id });
    });
  return { module, addTour, removeMember, close: async () => await application.close() };
}
