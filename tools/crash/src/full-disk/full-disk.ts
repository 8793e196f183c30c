import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ServerProcess, until, UNLIMITED } from '@cairn/harness';
import { SmallDisk } from '@cairn/services';
import { NoiseImage } from '../images/noise-image.js';
import { Reopening } from '../images/reopening.js';
import { FOR_GOOD, ImageRequests, Ledger } from '../images/requests.js';

/** Ways to fill the disk of a server. */
export const fills = {
  uploads: 'images fill the disk',
  others: 'another program fills the disk to the last byte, and takes whatever becomes free',
  elsewhere: 'another program fills the disk of the database; the images lie on another one',
} as const;

export type Fill = keyof typeof fills;

interface FullDiskOptions {
  readonly fill: Fill;
  readonly diskBytes: number;
  /** Maximum number of uploads before the disk must be full. */
  readonly images: number;
}

interface FullDiskResult {
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
    env: { ...UNLIMITED, ...FOR_GOOD, ...(fill === 'elsewhere' && { CAIRN_BLOB_URL: `file:${elsewhere}` }) },
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
    client.server = server;
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

const READY_WITHIN_MS = 5_000; // the state is cached for two seconds
const noise = { small: NoiseImage.ofSide(16), large: NoiseImage.ofSide(590) }; // 1 kB and 1 MB
/** They make a record long, so that it fills pages of the database. */
const TAGS = Array.from({ length: 20 }, (_, number) => `tag ${number} ${'x'.repeat(40)}`);

/** Uploads and deletes, and records broken promises. */
class FullDiskClient {
  readonly faults: string[] = [];
  private readonly ledger = new Ledger();

  /** The server may be replaced by its restart. */
  constructor(public server: ServerProcess) {}

  private get requests(): ImageRequests {
    return new ImageRequests(this.server, this.ledger);
  }

  /** Number of stored images. */
  get stored(): number {
    return this.ledger.in('stored').length;
  }

  /** Uploads until `most` were sent or an upload finds the disk full. */
  async uploadUntilRefused(
    size: keyof typeof noise,
    { most, atOnce }: { readonly most: number; readonly atOnce: number },
  ): Promise<void> {
    let isFull = false;
    const worker = async (): Promise<void> => {
      while (!isFull && this.ledger.size < most) isFull = (await this.upload(size)) !== 201 || isFull;
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async expectUpload(expected: number, when: string): Promise<void> {
    const status = await this.upload('large');
    if (status !== expected) this.faults.push(`an upload ${when} answers ${status}`);
  }

  async expectSpace(expected: number): Promise<void> {
    const response = await this.server.fetch('/hub/spaces', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'On a full disk', description: 'x'.repeat(5_000) }),
    });
    const { errorDetails } = (await response.json()) as { readonly errorDetails?: { readonly code: string } };
    if (response.status !== expected && response.status !== 200)
      this.faults.push(`creating a space answers ${response.status}`);
    if (response.status === 507 && errorDetails?.code !== 'storage-full')
      this.faults.push(`creating a space is rejected with the code ${errorDetails?.code ?? '(none)'}`);
  }

  /** Waits until `/readyz` reports these states. The server checks them periodically. */
  async expectParts(expected: Readonly<Record<string, string>>, status: number): Promise<void> {
    let last = '';
    const isAsExpected = async (): Promise<boolean> => {
      const response = await this.server.fetch('/readyz', { key: null });
      last = await response.text();
      const { parts } = JSON.parse(last) as { readonly parts: Readonly<Record<string, string>> };
      const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, parts[name]]));
      return response.status === status && isDeepStrictEqual(shown, expected);
    };
    await until('/readyz changes', isAsExpected, { patienceMs: READY_WITHIN_MS }).catch(() =>
      this.faults.push(`/readyz says ${last} instead of ${JSON.stringify(expected)}`),
    );
  }

  /** Deletes a share of the images one by one; `between` runs after each. Returns how many. */
  async deleteShare(share: number, between: () => Promise<void>): Promise<number> {
    const victims = this.ledger.in('stored').slice(0, Math.floor(this.stored * share));
    for (const image of victims) {
      const { response } = await this.requests.delete(image);
      if (response.status !== 200) this.faults.push(`deleting an image answers ${response.status}`);
      await between();
    }
    return this.ledger.in('deleted').length;
  }

  /** Every stored image is whole, every deleted one gone, and the quota is exact. */
  async expectPromises(when: string): Promise<void> {
    const { faults } = await new Reopening(this.server, this.ledger).check();
    this.faults.push(...faults.map((fault) => `${when}: ${fault}`));
  }

  fullLines(): number {
    return this.server
      .output()
      .split('\n')
      .filter((line) => /"msg":"The disk is full/.test(line)).length;
  }

  private async upload(size: keyof typeof noise): Promise<number> {
    const { response, body } = await this.requests.upload(noise[size], {
      path: `full/${this.ledger.size}`,
      tags: TAGS,
    });
    const { code, detail } = body as { readonly code?: string; readonly detail?: string };
    const isFull = response.status === 507 && code === 'storage-full' && detail?.includes('disk is full');
    if (response.status !== 201 && isFull !== true)
      this.faults.push(`an upload answers ${response.status} ${JSON.stringify(body)}`);
    return response.status;
  }
}
