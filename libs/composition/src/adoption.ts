import { AdoptStore, SurveyStores, SweepBlobs, type StoreSurvey } from '@cairn/images';
import type { ApplicationSettings } from './settings.js';
import { openStores } from './adapters/stores.js';
import { resolve } from './use-cases/wiring.js';

/** What a person decides, having seen what there is. */
export interface Adoption {
  readonly survey: StoreSurvey;
  /** Makes the blob store belong to the database; no blob is touched. Gives the identifier of the installation. */
  adopt(): Promise<string>;
  /** Puts blobs that no image needs in quarantine, however many they are; gives how many. */
  quarantineOrphans(): Promise<number>;
  close(): Promise<void>;
}

/** Another process works on the stores. */
export class StoresInUse extends Error {
  override readonly name = 'StoresInUse';

  constructor() {
    super('Another process works on these stores. Stop every server that uses them first.');
  }
}

/**
 * Opens stores that may not belong together, to make them do so.
 * @throws {PartNotOpened}
 * @throws {StoresInUse} when another process is seen to work on them.
 */
export async function openAdoption(settings: ApplicationSettings): Promise<Adoption> {
  const { container, database, blobs } = await openStores(settings);
  const close = async (): Promise<void> => {
    await blobs.close();
    await database.close();
  };
  try {
    if (!(await database.leads())) throw new StoresInUse();
    return {
      survey: await resolve(container, SurveyStores).execute(),
      adopt: () => resolve(container, AdoptStore).execute(),
      quarantineOrphans: async () =>
        (await resolve(container, SweepBlobs).execute({ orphanLimit: 'any' })).quarantined,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
