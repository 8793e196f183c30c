import type { CreatedLinkRecord, ImagePage } from '@cairn/api-schema';
import { ServerProcess, UNLIMITED } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inSeconds, signed } from '../support/signed.js';
import { ImagesClient } from './images-client.js';

const SECRET = 'a-secret-of-the-site-of-32-characters';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.inMemory({ ...UNLIMITED, CAIRN_SIGNING_KEYS: `site:${SECRET}` });
});

afterAll(() => server.dispose());

const bytesOf = async (address: string): Promise<Buffer> => {
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  return Buffer.from(await answer.arrayBuffer());
};

describe.each([
  ["Tom & Anna's wedding, 2024"],
  ['#'],
  ['?'],
  ['a?b=c&d#e'],
  ['"quoted" <b>`x`'],
  ['👩‍👩‍👧 🏝️'],
  ['100 % {wow} [a] ^ | : * ; = @ $ !'],
  ['+ and ,'],
])('a folder named %j', (name) => {
  const path = `${name}/below ${name}`;

  it('is stored and listed as it is written, and its files are served by their addresses', async () => {
    const { id, url } = await new ImagesClient(server).uploaded({
      bytes: fixtures.png.bytes,
      name: 'a.png',
      path,
    });
    expect(new URL(url).pathname.split('/').map(decodeURIComponent)).toEqual(['', 'cdn', ...path.split('/'), 'a.png']); // prettier-ignore
    // What ends an address in a text, in an attribute or in `srcset` is not in it.
    expect(url).not.toMatch(/[\s,"<>`{}|^#?\\]/);
    const query = encodeURIComponent(name);
    const { images } = await server.json<ImagePage>('GET', `/api/images?path=${query}`);
    expect(images.map((image) => [image.id, image.path])).toEqual([[id, path]]);
    const { paths } = await server.json<{ paths: unknown }>('GET', `/api/paths?parent=${query}`);
    expect(paths).toEqual([{ path, count: 1 }]);
    const bytes = await bytesOf(url);
    expect(bytes.equals(await bytesOf(signed(url, `expires=${inSeconds(600)}&key=site`, SECRET)))).toBe(true);
    const refused = await fetch(signed(`${url.replace('a.png', 'b.png')}`, 'key=site', `${SECRET}x`));
    expect(refused.status).toBe(403);
    expect((await fetch(signed(url, 'w=33&key=site', SECRET))).status).toBe(200);
  });

  it('has candidates of `srcset` of which each is one address', async () => {
    const { images } = await server.json<ImagePage>(
      'GET',
      `/api/images?path=${encodeURIComponent(name)}&limit=1`,
    );
    const details = await server.json<{ srcset: Record<string, string> }>(
      'GET',
      `/api/images/${images[0]?.id}?include=srcset`,
    );
    for (const candidate of Object.values(details.srcset).flatMap((set) => set.split(', ')))
      expect(candidate).toMatch(/^https?:\/\/[^\s,]+ \d+w$/);
  });

  it('is opened by a link, whose archive has its files', async () => {
    const body = { resource: { type: 'folder', id: path }, download: true, position: 'exact' };
    const link = await server.json<CreatedLinkRecord>('POST', '/api/links', body);
    expect(link.resource).toEqual({ type: 'folder', id: path });
    const secret = link.url.slice(link.url.lastIndexOf('/') + 1);
    const archive = await server.fetch(`/api/shared/${secret}/download`, { key: null });
    expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(archive.headers.get('content-disposition')).toMatch(/^attachment; filename=[\x20-\x7e]+$/);
    const zip = Buffer.from(await archive.arrayBuffer());
    const { images } = await server.json<ImagePage>(
      'GET',
      `/api/images?path=${encodeURIComponent(path)}&limit=1`,
    );
    expect([zip.includes('a.png'), zip.includes(await bytesOf(images[0]?.url ?? ''))]).toEqual([true, true]);
    const page = await server.fetch(`/a/${secret}`, { key: null });
    const text = await page.text();
    expect([page.status, text.includes('<b>`x`')]).toEqual([200, false]);
  });

  it('may have a default', async () => {
    await server.json('PUT', '/api/paths/defaults', { path, visibility: 'unlisted' });
    const { id } = await new ImagesClient(server).uploaded({
      bytes: fixtures.gif.bytes,
      name: 'b.gif',
      path: `${path}/deep`,
    });
    const shown = await server.json<{ visibility: string }>('GET', `/api/images/${id}?include=visibility`);
    expect(shown.visibility).toBe('unlisted');
  });
});
