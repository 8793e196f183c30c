import { SweepBlobs } from '@cairn/images';
import { StorageFull } from '@cairn/kernel';
import { Container } from 'inversify';
import { ambientClock, ambientModule, openBlobs, openDatabase, type Part } from './adapter-modules.js';
import type { Token } from './bind.js';
import type { ApplicationSettings } from './settings.js';
import { startSweeping } from './sweeping.js';
import { accountsModule, imagesModule, spacesModule } from './use-case-modules.js';

/** The state of a part; one that is `full` can be read and deleted from. */
export type PartState = 'ok' | 'full' | 'unavailable';

/** The state of each part that an application holds open. */
export type Health = Readonly<Record<Part['name'], PartState>>;

/** Cairn without HTTP: its use cases over the adapters that the settings choose. */
export interface Application {
  /** The use case of this class, ready to `execute`. */
  get<T>(useCase: Token<T>): T;
  health(): Promise<Health>;
  /** Waits for work in the background, then closes every part; calling it again changes nothing. */
  close(): Promise<void>;
}

/** Opens the stores, migrating them where needed, and wires every use case to them. @throws {PartNotOpened} */
export async function createApplication(settings: ApplicationSettings): Promise<Application> {
  const clock = ambientClock(settings);
  const database = await opening('database', openDatabase(settings.database));
  const blobs = await opening('blobs', openBlobs(settings.blobs, clock)).catch(async (error: unknown) => {
    await database.part.close();
    throw error;
  });
  const container = new Container();
  container.load(
    database.module,
    blobs.module,
    ambientModule(settings, clock),
    imagesModule,
    spacesModule,
    accountsModule,
  );
  const sweeping = startSweeping(container.get(SweepBlobs), database.part, settings);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await sweeping.stop();
    await blobs.part.close();
    await database.part.close();
  };
  return {
    get: (useCase) => container.get(useCase),
    health: async () => {
      const [databaseState, blobState] = await Promise.all([stateOf(database.part), stateOf(blobs.part)]);
      return { database: databaseState, blobs: blobState };
    },
    close: () => (closing ??= close()),
  };
}

/** A part of an application could not be opened; the message is the one of the cause, fit for people. */
export class PartNotOpened extends Error {
  override readonly name = 'PartNotOpened';

  constructor(
    readonly part: Part['name'],
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** @throws {PartNotOpened} */
async function opening<T>(part: Part['name'], opened: Promise<T>): Promise<T> {
  try {
    return await opened;
  } catch (error) {
    throw new PartNotOpened(part, error);
  }
}

async function stateOf(part: Part): Promise<PartState> {
  try {
    await part.check();
    return 'ok';
  } catch (error) {
    return error instanceof StorageFull ? 'full' : 'unavailable';
  }
}
