import { Container } from 'inversify';
import { openBlobs } from './open-blobs.js';
import { openDatabase } from './open-database.js';
import type { BlobsPart, DatabasePart, Part } from './part.js';
import { systemClock, systemModule } from './system-module.js';
import type { ApplicationSettings } from '../settings.js';

/** Both stores, open, with all ports bound to them. Whether they belong together has not been checked. */
export interface Stores {
  readonly container: Container;
  readonly database: DatabasePart;
  readonly blobs: BlobsPart;
}

/** Opens the stores, migrating them where needed. @throws {PartNotOpened} */
export async function openStores(settings: ApplicationSettings): Promise<Stores> {
  const clock = systemClock(settings);
  const database = await opening('database', openDatabase(settings.database));
  const blobs = await opening('blobs', openBlobs(settings.blobs, clock)).catch(async (error: unknown) => {
    await database.part.close();
    throw error;
  });
  const container = new Container();
  container.load(database.module, blobs.module, systemModule(settings, clock));
  return { container, database: database.part, blobs: blobs.part };
}

/** A part of an application could not be opened. The message is that of the cause, which is written for people. */
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
