import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImagePage } from '@cairn/api-schema';
import { remarkedJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cairn } from '../support/cairn-command.js';
import { start } from '../support/started-servers.js';

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'cairn-xmp-'))));
afterAll(() => rm(root, { recursive: true }));

const query = '/api/images?sort=oldest&include=details,metadata,taken';

it('what was removed of a photo does not come back from its file, and what is said is in XMP', async () => {
  const server = await start({ env: { CAIRN_METADATA: 'hide' } });
  const remarks = { tags: ['lake'], title: 'Old', caption: 'At the lake', rating: 4 } as const;
  const said = { capturedAt: '2020-02-02T02:02:02', position: { longitude: 8.25, latitude: -46.5 } };
  const bytes = remarkedJpeg({ ...remarks, ...said });
  const kept = await server.upload({ bytes, name: 'kept.jpg' });
  const changed = await server.upload({ bytes, name: 'changed.jpg', path: 'a' });
  const change = { title: '', tags: ['own'], rating: null, favourite: true };
  await server.json('PATCH', `/api/images/${changed.id}`, change);
  const { images } = await server.json<ImagePage>('GET', query);
  expect(images).toMatchObject([
    { id: kept.id, tags: ['lake'], details: { title: 'Old', caption: 'At the lake', rating: 4 } },
    { id: changed.id, tags: ['own'], details: { caption: 'At the lake', favourite: true } },
  ]);
  expect(images.map(({ taken, metadata }) => [taken, metadata?.position])).toEqual(
    [1, 2].map(() => [{ at: said.capturedAt, from: 'camera' }, said.position]),
  );

  const folder = join(root, 'exported');
  const run = async (name: 'import' | 'export', { address, key }: typeof server): Promise<void> => {
    const env = { CAIRN_KEY: key, CAIRN_DATA_DIR: root };
    const { code, out, err } = await cairn([name, folder, '--json', '--url', address], env);
    expect({ name, code, err, said: code === 0 ? '' : out }).toEqual({ name, code: 0, err: '', said: '' });
  };
  await run('export', server);
  const xmp = await readFile(join(folder, 'images/a/changed.jpg.xmp'), 'utf8');
  expect(xmp).toContain('<dc:subject><rdf:Bag><rdf:li>own</rdf:li></rdf:Bag></dc:subject>');
  expect(xmp).not.toContain('Old');
  const other = await start({ env: { CAIRN_METADATA: 'hide' } });
  await run('import', other);
  const moved = await other.json<ImagePage>('GET', query);
  const told = ({ path, tags, details, taken }: ImagePage['images'][number]): unknown[] => [
    ...[path, tags, details, taken],
  ];
  expect(moved.images.map(told).toSorted()).toEqual(images.map(told).toSorted());
});
