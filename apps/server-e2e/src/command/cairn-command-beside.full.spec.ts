import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf } from '@cairn/services';
import { expect, it } from '@jest/globals';
import { cairn } from '../support/cairn-command.js';
import { startOn } from '../support/environments.js';
import { photo, writeAll } from '../support/photos.js';

const IMAGES = 20;

/** It needs PostgreSQL and S3. */
it('on PostgreSQL and S3 the command works beside a server, and both see what the other stores', async () => {
  const stores = await environmentOf('PostgreSQL + S3').open();
  const server = await startOn(stores);
  const folder = await mkdtemp(join(tmpdir(), 'cairn-beside-'));
  try {
    const files = Array.from({ length: IMAGES }, (_, index) => [`in/${index}.gif`, photo(index)] as const);
    await writeAll(folder, Object.fromEntries(files));
    const uploads = async (): Promise<void> => {
      for (let index = 0; index < IMAGES; index += 1) await server.upload({ bytes: photo(1_000 + index) });
    };
    const [imported] = await Promise.all([cairn(['import', folder, '--json'], stores.env), uploads()]);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(await server.json('GET', '/api/quota')).toMatchObject({ imageCount: 2 * IMAGES });
    const exported = await cairn(['export', join(folder, 'out'), '--json'], stores.env);
    expect(exported.records()).toEqual([
      { summary: expect.objectContaining({ written: 2 * IMAGES, failed: 0 }) },
    ]);
    const swept = await cairn(['sweep', '--json'], stores.env);
    expect(swept.records()).toEqual([expect.objectContaining({ blobs: 2 * IMAGES, orphans: 0, missing: 0 })]);
    expect((await cairn(['keys', 'list', '--json'], stores.env)).records()).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true });
    await server.dispose();
  }
});
