import type { CreatedLinkRecord } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { photoJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImagesClient } from '../images/images-client.js';
import { UNKNOWN } from '../smoke/row.js';

const BLOG = 'https://blog.example.org';

let server: ServerProcess;
let image: string;

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_EMBED_ORIGINS: BLOG, CAIRN_RATE_FAILED_AUTH: '0' });
  image = (await new ImagesClient(server).uploaded({ bytes: photoJpeg(), path: 'trip' })).id;
});

afterAll(() => server.dispose());

const toFolder = { resource: { type: 'folder', id: 'trip' } };

async function share(body: object = toFolder): Promise<CreatedLinkRecord> {
  const headers = { 'content-type': 'application/json' };
  const made = await server.fetch('/api/links', { method: 'POST', headers, body: JSON.stringify(body) });
  return (await made.json()) as CreatedLinkRecord;
}

const read = async (address: string): Promise<Response> => await server.fetch(address, { key: null });

const framesOf = ({ headers }: Response): string =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'any';

describe('a frame', () => {
  it('of an origin that may have it shows the page for frames, and no other', async () => {
    const { url } = await share();
    const locked = await share({ ...toFolder, password: 'secret' });
    for (const address of [url, `${url}/${image}`, `${server.address}/a/${UNKNOWN}`, locked.url]) {
      expect(framesOf(await read(`${address}?embed`))).toBe(BLOG);
      for (const query of ['', '?cursor=x', '?Embed', '?x=embed'])
        expect(framesOf(await read(address + query))).toBe("'none'");
    }
    for (const path of ['/', '/sign-in', '/docs', '/livez', '/api/images', '/api/shared/x', '/hub/spaces'])
      expect(framesOf(await read(`${path}?embed`))).toBe("'none'");
  });

  it('asks for no password: it leads to a window that does', async () => {
    const { url } = await share({ ...toFolder, password: 'secret' });
    const framed = await read(`${url}?embed`);
    const html = await framed.text();
    expect([framed.status, html.includes('<form')]).toEqual([401, false]);
    expect(html).toContain(`href="${url}" target="_blank" rel="noopener">`);
    const unlock = async (body: string): Promise<Response> =>
      await server.fetch(`${url}?embed`, {
        key: null,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        redirect: 'manual',
      });
    const wrong = await unlock('password=Secret');
    expect([wrong.status, framesOf(wrong)]).toEqual([403, "'none'"]);
    const cookie = (await unlock('password=secret')).headers.get('set-cookie')?.split(';')[0] ?? '';
    for (const [query, status] of [
      ['', 200],
      ['?embed', 401],
    ] as const)
      expect((await server.fetch(url + query, { key: null, headers: { cookie } })).status).toBe(status);
  });

  it('leads from page to page for frames', async () => {
    const { url } = await share();
    const links = [...(await (await read(`${url}?embed`)).text()).matchAll(/<a [^>]*href="([^"]*)"/g)];
    expect(links.map(([, href]) => href)).toEqual([`${new URL(url).pathname}/${image}?embed`]);
    expect(await (await read(`${url}/${image}?embed`)).text()).toContain(` href="${url}?embed">`);
  });
});

describe('the map', () => {
  it('is nowhere on the page of a link that tells no position', async () => {
    const { url } = await share();
    const page = await read(url);
    expect(await page.text()).not.toContain('class="map"');
    expect(page.headers.get('content-security-policy')).not.toMatch(/(?:script|style|worker)-src[^;]*'self'/);
  });
});

describe('oEmbed', () => {
  const ask = async (url: string, query = '', from = server): Promise<Response> =>
    await from.fetch(`/oembed?url=${encodeURIComponent(url)}${query}`, { key: null });

  it('is a frame where any origin may have one, as large as there is room', async () => {
    const { url } = await share();
    expect(await (await ask(url, '&maxwidth=400&maxheight=9000')).json()).toMatchObject({
      type: 'rich',
      title: 'trip',
      width: 400,
      height: 600,
      html: expect.stringContaining(`<iframe src="${url}?embed" width="400" height="600" title="trip"`),
      thumbnail_url: expect.stringContaining('/file?w='),
    });
    expect(await (await ask(`${url}/${image}`)).json()).toMatchObject({
      html: expect.stringContaining(`src="${url}/${image}?embed"`),
    });
  });

  it('tells of what opens nothing as of what never was', async () => {
    const other = await share();
    const locked = await share({ ...toFolder, password: 'secret' });
    const revoked = await share();
    await server.fetch(`/api/links/${revoked.id}`, { method: 'DELETE' });
    const outcome = async (url: string): Promise<unknown> => {
      const response = await ask(url);
      const body = (await response.text()).replaceAll(/"(instance|requestId)":"[^"]*"/g, '');
      return [response.status, response.headers.get('content-type'), body];
    };
    const nothing = await outcome(`${server.address}/a/${UNKNOWN}`);
    expect(nothing).toEqual([404, expect.anything(), expect.anything()]);
    const foreign = other.url.replace(server.address, 'https://elsewhere.example.org');
    for (const url of [
      locked.url,
      revoked.url,
      foreign,
      'x',
      `${server.address}/x`,
      `${other.url}/${UNKNOWN}`,
    ])
      expect(await outcome(url)).toEqual(nothing);
  });

  it('counts wrong secrets', async () => {
    const limited = await ServerProcess.inMemory({ CAIRN_RATE_FAILED_AUTH: '2' });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1)
        statuses.push((await ask(`${limited.address}/a/${UNKNOWN}`, '', limited)).status);
      expect(statuses).toEqual([404, 404, 429]);
      expect((await limited.fetch(`/a/${UNKNOWN}`, { key: null })).status).toBe(429);
    } finally {
      await limited.dispose();
    }
  });
});
