import { DeleteImage, UpdateImage } from '@cairn/images';
import { BlobStore } from '@cairn/images/spi';
import { environmentOf, everyStore } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Application } from '../application.js';
import { fill, newStores, upload, type Stores } from '../erasure/erasure.spec.kit.js';
import { ExportOwner } from './export-owner.js';

let stores: Stores | undefined;

afterEach(async () => {
  await stores?.leave();
  stores = undefined;
});

/** The files by name. */
async function exported(application: Application, owner: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { name, input } of application.get(ExportOwner).execute(owner)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of input) pieces.push(piece);
    expect(files.has(name)).toBe(false);
    files.set(name, Buffer.concat(pieces));
  }
  return files;
}

const recordsIn = (file: Buffer | undefined): readonly Record<string, unknown>[] =>
  String(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>); // a record on each line

describe.each(everyStore)('on $name', (environment) => {
  it('all of an owner is exported, without secrets and without what others have', async () => {
    stores = await newStores(environment);
    const application = await stores.open({ background: 'off' }); // or jobs would remove what is old
    const image = await fill(application, 'alice');
    await application.get(UpdateImage).execute('alice', image.id, { title: 'Lake' });
    await fill(application, 'bob');
    const removed = await upload(application, 'alice', 'removed.png');
    await application.get(DeleteImage).execute('alice', removed.id);
    const files = await exported(application, 'alice');
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject({
      owner: 'alice',
      account: { id: 'alice' },
      users: [{ id: 'alice-user', identities: [{ issuer: 'https://id.example.org' }] }],
      images: { imageCount: 2 },
    });
    for (const [kind, count] of Object.entries({
      images: 2,
      albums: 1,
      spaces: 2,
      folderDefaults: 1,
      maps: 1,
      photoLinks: 1,
      trash: 2,
      contributions: 1,
      guests: 1,
      keys: 1,
      links: 1,
      uploadTokens: 1,
      grants: 1,
      groups: 1,
      webhooks: 1,
      jobs: 1,
      audit: 1,
    }))
      expect([kind, recordsIn(files.get(`${kind}.ndjson`)).length]).toEqual([kind, count]);
    const [album] = recordsIn(files.get('albums.ndjson'));
    expect(album?.['imageIds']).toHaveLength(1);
    expect(files.get('images/alice/alice.png')).toEqual(Buffer.from(fixtures.png.bytes));
    expect(String(files.get('images/alice/alice.png.xmp'))).toContain('>Lake</rdf:li>');
    expect([...files.keys()].filter((name) => name.endsWith('.xmp'))).toHaveLength(1);
    expect(files.get(`trash/${removed.id}/removed.png`)).toEqual(Buffer.from(fixtures.png.bytes));
    const contents = [...files].filter(([name]) => name.startsWith('spaces/'));
    const features = contents.flatMap(
      ([, text]) => (JSON.parse(String(text)) as { features: unknown[] }).features,
    );
    expect(features).toMatchObject([
      { id: 'a', properties: { owner: 'alice' } },
      { id: 'b', properties: { owner: 'alice' } },
    ]);
    // The records of images without bytes, which `fill` makes.
    expect(String(files.get('missing.txt')).trim().split('\n')).toHaveLength(3);
    const texts = [...files].filter(([name]) => /json/.test(name)).map(([, text]) => String(text));
    expect(texts.join('')).not.toMatch(/bob-user|digest|whsec_|passwordHash|\$hash/);
    expect(texts.join('')).toContain(image.id);
  });
});

describe('an export', () => {
  it('of somebody unknown has no records', async () => {
    stores = await newStores(environmentOf('memory'));
    const files = await exported(await stores.open(), 'nobody');
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ owner: 'nobody', users: [] });
    expect([...files].filter(([name, text]) => name !== 'account.json' && text.length > 0)).toEqual([]);
  });

  it('that is left early closes what it reads', async () => {
    stores = await newStores(environmentOf('memory'));
    const application = await stores.open({ background: 'off' });
    await upload(application, 'alice', 'a.png');
    let isClosed = false;
    Object.assign(application.get(BlobStore), {
      area: () => ({
        get: async () =>
          (async function* () {
            try {
              yield new Uint8Array(1);
            } finally {
              isClosed = true;
            }
          })(),
      }),
    });
    for await (const { name, input } of application.get(ExportOwner).execute('alice')) {
      if (!name.startsWith('images/')) continue;
      await input[Symbol.asyncIterator]().next();
      break;
    }
    expect(isClosed).toBe(true);
  });
});
