import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PageHandler } from './page-handler.js';

const html = `<html lang="en" data-base-path=""><link rel="icon" href="./favicon.svg" /><a href="/docs">x</a>
<script type="module" src="./assets/index-1.js"></script></html>`;
let folder: string;
const servers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets', 'link-map-1.js'), 'map()');
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

async function opened(basePath: string): Promise<PageHandler> {
  const page = await PageHandler.open(folder, { imagesFrom: [], basePath });
  if (page === undefined) throw new Error('There is no page.');
  return page;
}

async function documentAt(path: string, basePath: string, coding = 'identity'): Promise<string> {
  const page = await opened(basePath);
  const server = createServer((request: IncomingMessage, response) => {
    const found = page.find(request, path);
    if (found !== undefined) void page.send(found, request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': coding } });
  return await response.text();
}

describe('the document of the page', () => {
  it.each(['identity', 'br', 'gzip'])(
    'names its files below the path of the public address, as %s',
    async (coding) => {
      const text = await documentAt('/spaces/x', '/photos', coding);
      expect(text).toContain('data-base-path="/photos"');
      expect(text).toContain('src="/photos/assets/index-1.js"');
      expect(text).toContain('href="/photos/favicon.svg"');
      expect(text).toContain('href="/photos/docs"');
    },
  );

  it('names them from the root where there is no path', async () => {
    const text = await documentAt('/spaces/x', '');
    expect(text).toContain('data-base-path=""');
    expect(text).toContain('src="/assets/index-1.js"');
  });

  it('is not the only one: the program of maps is below the path too', async () => {
    expect((await opened('/photos')).programNamed('link-map')).toBe('/photos/assets/link-map-1.js');
    expect((await opened('')).programNamed('link-map')).toBe('/assets/link-map-1.js');
    expect((await opened('')).programNamed('other')).toBeUndefined();
  });
});
