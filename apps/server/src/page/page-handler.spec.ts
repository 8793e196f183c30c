import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BaseMapSettings } from '@cairn/http/settings';
import { PageHandler } from './page-handler.js';

const html = `<html lang="en" data-base-path="" data-public-url="" data-base-map=""><link rel="icon" href="./favicon.svg" /><a href="/docs">x</a>
<script type="module" src="./assets/index-1.js"></script></html>`;
let folder: string;
const servers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets', 'link-map-1.js'), 'map()');
  const program = { script: 'assets/link-map-1.js', files: ['assets/link-map-1.js', 'assets/map-2.css'] };
  await writeFile(join(folder, 'link-map.json'), JSON.stringify(program));
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
  return (await documentOf(await opened(basePath), path, { coding })).text;
}

interface Wanted {
  readonly coding?: string;
  readonly baseMap?: BaseMapSettings;
}

async function documentOf(
  page: PageHandler | undefined,
  path = '/spaces/x',
  { coding = 'identity', baseMap }: Wanted = {},
): Promise<{ readonly text: string; readonly headers: Headers }> {
  const server = createServer((request: IncomingMessage, response) => {
    const found = page?.find(request, path);
    if (found !== undefined) void page?.send(found, { request, response, baseMap });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': coding } });
  return { text: await response.text(), headers: response.headers };
}

describe('the base map of the page', () => {
  const baseMap = {
    kind: 'style',
    url: 'https://maps.example.org/a"b',
    attribution: '',
    maxZoom: 19,
    origins: ['https://maps.example.org', 'https://fonts.example.org'],
  } as const;

  it('is in the document, and what it loads is allowed, as the origin is told to it', async () => {
    const page = await PageHandler.open(folder, { imagesFrom: ['https://cdn.example.org'], basePath: '' });
    const { text, headers } = await documentOf(page, '/spaces/x', { baseMap });
    const [, data = ''] = /data-base-map="([^"]*)"/.exec(text) ?? [];
    const { origins: _, ...told } = baseMap;
    expect(JSON.parse(data.replaceAll('&quot;', '"'))).toEqual(told);
    const policy = headers.get('content-security-policy');
    const origins = baseMap.origins.join(' ');
    expect(policy).toContain(`img-src 'self' data: blob: https://cdn.example.org ${origins};`);
    expect(policy).toContain(`connect-src 'self' ${origins};`);
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    const next = await documentOf(page, '/spaces/x', { coding: 'br' });
    expect(next.text).toContain('data-base-map=""');
    expect(next.headers.get('content-security-policy')).toContain("connect-src 'self';");
  });

  it('is the ground by default, of which nobody else learns', async () => {
    const { text, headers } = await documentOf(await opened(''));
    expect(text).toContain('data-base-map=""');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self';");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});

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

  it('has the address that is given to others, where that is another one', async () => {
    const options = { imagesFrom: [], basePath: '', publicUrl: 'https://share.example.org/a&"b' };
    const { text } = await documentOf(await PageHandler.open(folder, options));
    expect(text).toContain('data-public-url="https://share.example.org/a&amp;&quot;b"');
    expect(await documentAt('/spaces/x', '')).toContain('data-public-url=""');
  });

  it('is not the only one: the program of maps is below the path too', async () => {
    const files = new Set(['/assets/link-map-1.js', '/assets/map-2.css']);
    const { linkMap } = await opened('/photos');
    expect(linkMap).toEqual({ program: '/photos/assets/link-map-1.js', files });
    expect((await opened('')).linkMap.program).toBe('/assets/link-map-1.js');
    expect((await opened('')).mapProgram).toBeUndefined();
  });
});
