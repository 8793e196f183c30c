import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const PUBLIC = 'http://cairn.test/photos';
/** The paths of Cairn where a proxy keeps that of the public address, and where it cuts it off. */
let kept: string;
let cut: string;
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_BASE_URL: PUBLIC });
  cut = server.target('');
  kept = `/photos${cut}`;
});
afterAll(() => server.dispose());

const get = async (path: string): Promise<Response> =>
  await fetch(server.origin + path, { redirect: 'manual' });

describe('a service below a path of its host', () => {
  it('answers alike whether a proxy cuts the path off or not', async () => {
    const form = uploadForm({ bytes: fixtures.jpeg.bytes });
    const sent = await server.fetch(`${server.origin}${kept}/api/upload`, { method: 'POST', body: form });
    expect(sent.status).toBe(201);
    const { url } = (await sent.json()) as { url: string };
    expect(url).toContain(`${PUBLIC}${cut}/cdn/`);
    const { pathname } = new URL(url);
    for (const path of [pathname, pathname.replace(kept, cut)]) expect((await get(path)).status).toBe(200);
    for (const path of [`${kept}/livez`, `${cut}/livez`]) expect((await get(path)).status).toBe(200);
  });

  it('names what its pages load, and itself, below the path', async () => {
    const docs = await (await get(`${cut}/docs/api`)).text();
    const files = Array.from(docs.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path = '']) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      expect(path.startsWith(`${kept}/`)).toBe(true);
      expect((await get(path)).status).toBe(200);
    }
    expect(await (await get(`${cut}/docs/api/start.js`)).text()).toContain(`url: '${kept}/openapi.json'`);
    const described = (await (await get(`${kept}/openapi.json`)).json()) as { servers: { url: string }[] };
    expect(described.servers[0]?.url).toBe(PUBLIC + cut);
  });
});
