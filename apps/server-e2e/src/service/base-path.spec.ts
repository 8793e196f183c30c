import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const PUBLIC = 'http://cairn.test/photos';
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({ env: { CAIRN_BASE_URL: PUBLIC } });
});
afterAll(() => server.dispose());

const get = async (path: string): Promise<Response> =>
  await fetch(server.address + path, { redirect: 'manual' });

describe('a service below a path of its host', () => {
  it('answers alike whether a proxy cuts the path off or not', async () => {
    const form = uploadForm({ bytes: fixtures.jpeg.bytes });
    const sent = await server.fetch('/photos/api/upload', { method: 'POST', body: form });
    expect(sent.status).toBe(201);
    const { url } = (await sent.json()) as { url: string };
    expect(url).toMatch(/^http:\/\/cairn\.test\/photos\/cdn\//);
    const { pathname } = new URL(url);
    for (const path of [pathname, pathname.replace('/photos', '')])
      expect((await get(path)).status).toBe(200);
    for (const path of ['/photos/livez', '/livez']) expect((await get(path)).status).toBe(200);
  });

  it('names what its pages load, and itself, below the path', async () => {
    const docs = await (await get('/docs')).text();
    const files = Array.from(docs.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path = '']) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      expect(path).toMatch(/^\/photos\//);
      expect((await get(path)).status).toBe(200);
    }
    expect(await (await get('/docs/start.js')).text()).toContain("url: '/photos/openapi.json'");
    const described = (await (await get('/photos/openapi.json')).json()) as { servers: { url: string }[] };
    expect(described.servers[0]?.url).toBe(PUBLIC);
  });
});
