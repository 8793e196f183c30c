import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess, UNLIMITED } from '@cairn/harness';
import { SmallDisk } from '@cairn/services';
import { FullDiskClient } from './full-disk-client.js';

/** Ways to fill the disk of a server. */
export const fills = {
  uploads: 'images fill the disk',
  others: 'another program fills the disk to the last byte, and takes whatever becomes free',
  elsewhere: 'another program fills the disk of the database; the images lie on another one',
} as const;

export type Fill = keyof typeof fills;

export interface FullDiskOptions {
  readonly fill: Fill;
  readonly diskBytes: number;
  /** Maximum number of uploads before the disk must be full. */
  readonly images: number;
}

export interface FullDiskResult {
  readonly facts: Readonly<Record<string, number | string>>;
  /** Broken promises, one line each. */
  readonly faults: readonly string[];
}

/** Fills the small disk of a server, restarts it there, then deletes and uploads again without another restart. */
export async function fullDisk({ fill, diskBytes, images }: FullDiskOptions): Promise<FullDiskResult> {
  const disk = SmallDisk.mount(diskBytes);
  const elsewhere = await mkdtemp(join(tmpdir(), 'cairn-blobs-'));
  const options = {
    dataDir: join(disk.folder, 'data'),
    env: { ...UNLIMITED, ...(fill === 'elsewhere' && { CAIRN_BLOB_URL: `file:${elsewhere}` }) },
  };
  let server: ServerProcess | undefined;
  try {
    server = await ServerProcess.start(options);
    const client = new FullDiskClient(server);
    // Small images fill the database, large ones the disk. The last upload finds no space.
    const size = fill === 'uploads' ? 'large' : 'small';
    const others = async (): Promise<void> => (fill === 'uploads' ? undefined : await disk.fill());
    await client.uploadUntilRefused(size, { most: images, atOnce: 8 });
    await others();
    // A checkpointed WAL is overwritten from its start, which needs no space.
    await client.uploadUntilRefused(size, { most: 2 * images, atOnce: 1 });
    const uploaded = client.stored;
    await client.expectUpload(507, 'on the full disk');
    await client.expectSpace(507);
    const freeWhenFull = await disk.freeBytes();
    const full = fill === 'elsewhere' ? { database: 'full' } : { blobs: 'full' };
    await client.expectParts(full, 503);
    await client.expectPromises('on the full disk');

    await server.end('SIGTERM');
    await disk.fill(); // the log was copied into the file, and then removed
    server = await ServerProcess.start({ ...options, key: server.key });
    client.use(server);
    await client.expectUpload(507, 'after a restart on the full disk');
    await client.expectParts(full, 503);
    await client.expectPromises('after a restart on the full disk');

    if (fill === 'uploads') await disk.clear();
    const startedAt = performance.now();
    const deleted = await client.deleteShare(fill === 'uploads' ? 0.5 : 0.9, others);
    const deletingMs = performance.now() - startedAt;
    if (fill === 'others') await disk.clear();
    await client.expectParts({ database: 'ok', blobs: 'ok' }, 200);
    await client.expectUpload(201, 'after the deletions');
    await client.expectSpace(200);
    await disk.clear();
    await client.expectParts({ database: 'ok', blobs: 'ok' }, 200);
    await client.expectUpload(201, 'when there is room');
    await client.expectPromises('at the end');
    return {
      facts: {
        'images uploaded until the disk was full': uploaded,
        'bytes free then': freeWhenFull,
        'deleted, each with 200': deleted,
        'ms for a deletion': (deletingMs / deleted).toFixed(1),
        'images served byte-identical at the end': client.stored,
        'lines in the log since the restart that say that the disk is full': client.fullLines(),
      },
      faults: client.faults,
    };
  } finally {
    await server?.dispose();
    disk.unmount();
    await rm(elsewhere, { recursive: true, force: true });
  }
}
