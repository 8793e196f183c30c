import { fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApplication, RetryFailedWork, type Application } from '@cairn/composition';
import type { Image } from '@cairn/images';
import { CatalogRepository } from '@cairn/images/spi';
import { FailedWorkRepository, Outbox } from '@cairn/kernel';
import type { Space } from '@cairn/spaces';
import { SpaceRepository } from '@cairn/spaces/spi';
import { blobsOf, databaseOf } from '../data-dir.js';
import { HANDLED, type Change } from './audit.js';

const CONSUMER = 'drill';
const WORKERS = 8;
const UPDATES = 4;
const QUOTA = 1_000_000;

const [folder = '', run = '', mode = 'work'] = process.argv.slice(2);
const handled = openSync(join(folder, HANDLED), 'a');
writeSync(handled, '\n'); // starts a new line, in case a kill cut off the last one

const opened = await createApplication({
  database: { kind: 'sqlite', file: databaseOf(folder) },
  blobs: { kind: 'fs', directory: blobsOf(folder) },
  sweep: 'never',
  consumers: [
    {
      name: CONSUMER,
      handle: async (event) => {
        writeSync(handled, `${JSON.stringify(event)}\n`);
        fsyncSync(handled);
      },
    },
  ],
});
await (mode === 'work' ? work(opened) : finish(opened));

/** Makes changes until the process is killed, and prints each acknowledged change. */
async function work(application: Application): Promise<void> {
  const spaces = application.get(SpaceRepository);
  const catalog = application.get(CatalogRepository);
  const acknowledged = (change: Change): void => void process.stdout.write(`${JSON.stringify(change)}\n`);
  const changing = async (name: string): Promise<void> => {
    const [space, image] = [aSpace(name), anImage(name)];
    await spaces.add(space);
    acknowledged({ type: 'space-created', id: space.id, version: 0 });
    await catalog.add(image, QUOTA);
    acknowledged({ type: 'image-added', id: image.id, version: 0 });
    for (let version = 1; version <= UPDATES; version += 1) {
      await spaces.update(space.id, (current) => ({ ...current, updatedAt: current.updatedAt + 1 }));
      acknowledged({ type: 'space-updated', id: space.id, version });
    }
    await catalog.remove(image.owner, image.id);
    acknowledged({ type: 'image-removed', id: image.id, version: 0 });
    await spaces.remove(space.id, () => undefined);
    acknowledged({ type: 'space-deleted', id: space.id, version: UPDATES });
  };
  const worker = async (_: unknown, number: number): Promise<void> => {
    for (let round = 0; ; round += 1) await changing(`${run}-${number}-${round}`);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}

/**
 * Waits until every event is handled, then prints the stored spaces. An event that a killed process was
 * handling is tried again after a minute, or on request.
 */
async function finish(application: Application): Promise<void> {
  const outbox = application.get(Outbox);
  while ((await outbox.list(await outbox.position(CONSUMER), 1)).length > 0) await pause(20);
  const failures = application.get(FailedWorkRepository);
  while ((await failures.list({ job: CONSUMER, limit: 1 })).length > 0) {
    await application.get(RetryFailedWork).execute({ job: CONSUMER });
    await pause(200);
  }
  const { items } = await application.get(SpaceRepository).list({}, { limit: 1_000_000 });
  for (const { id, updatedAt } of items)
    process.stdout.write(`${JSON.stringify({ type: 'stored', id, version: updatedAt })}\n`);
  await application.close();
}

/** A space. `updatedAt` is its change count. */
function aSpace(id: string): Space {
  return {
    id,
    title: '',
    description: '',
    owner: 'drill',
    storageId: 'sqlite',
    settings: {},
    createdAt: 0,
    updatedAt: 0,
    contentUpdatedAt: 0,
  };
}

/** An image record without bytes. */
function anImage(id: string): Image {
  return {
    id,
    owner: 'drill',
    path: '',
    fileName: `${id}.png`,
    tags: ['drill'],
    visibility: 'public',
    createdAt: 0,
    updatedAt: 0,
    file: {
      contentType: 'image/png',
      width: 1,
      height: 1,
      frames: 1,
      orientation: 1,
      blobKey: `blob${id.replaceAll('-', 'x')}`,
      sizeInBytes: 1,
      sha256: id,
    },
  };
}
