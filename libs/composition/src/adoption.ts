import { inTurn } from '@cairn/kernel';
import { AdoptStore, SurveyStores, SweepBlobs, type StoreSurvey } from '@cairn/images';
import type { ApplicationSettings } from './settings/application-settings.js';
import { openStores } from './adapters/stores.js';
import { resolve } from './use-cases/wiring.js';

/** The steps of adopting a blob store: look at both stores, then decide. */
export interface Adoption {
  readonly survey: StoreSurvey;
  /** Makes the blob store belong to the database, without touching a blob. Returns the identifier of the installation. */
  adopt(): Promise<string>;
  /** Quarantines all blobs without an image, however many. Returns how many. */
  quarantineOrphans(): Promise<number>;
  close(): Promise<void>;
}

/** Another process uses the stores. */
export class StoresInUse extends Error {
  override readonly name = 'StoresInUse';

  constructor() {
    super('Another process uses these stores. Stop every server that uses them first.');
  }
}

/**
 * Opens stores that may belong to different installations, so that they can be joined.
 * @throws {PartNotOpened}
 * @throws {StoresInUse} when another process uses them.
 */
export async function openAdoption(settings: ApplicationSettings): Promise<Adoption> {
  const { container, database, blobs } = await openStores(settings);
  const close = async (): Promise<void> => {
    await inTurn(
      () => blobs.close(),
      () => database.close(),
    );
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
