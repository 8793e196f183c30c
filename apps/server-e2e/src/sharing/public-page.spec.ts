import type { CreatedLinkRecord } from '@cairn/api-schema';
import { ServerProcess, uploadForm } from '@cairn/harness';
import { photoFacts, photoJpeg, PRIVATE_TEXT } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';

let server: ServerProcess;
let owner: string;
let image: string;

const NAME = 'Trips of <Grace>';
const CAPTION = 'Before all others & alone';

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_METADATA: 'keep' });
  owner = (await openAccount(server, NAME)).key;
  image = await uploaded(owner);
  await send('PATCH', `/api/images/${image}`, { title: 'Dawn', caption: CAPTION });
});

afterAll(() => server.dispose());

/** A photo that knows where and when it was taken, and by which camera. */
async function uploaded(key?: string): Promise<string> {
  const body = uploadForm({ bytes: photoJpeg(), path: 'trip', name: 'IMG_1.jpg' });
  const made = await server.fetch('/api/upload', { method: 'POST', body, ...(key && { key }) });
  return ((await made.json()) as { readonly id: string }).id;
}

async function send(method: string, path: string, body: object, key = owner): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return await server.fetch(path, { method, headers, body: JSON.stringify(body), key });
}

async function share(body: object = {}, key = owner): Promise<CreatedLinkRecord> {
  const resource = { type: 'folder', id: 'trip' };
  return (await (await send('POST', '/api/links', { resource, ...body }, key)).json()) as CreatedLinkRecord;
}

const textOf = async (address: string): Promise<string> =>
  await (await server.fetch(address, { key: null })).text();

const propertyOf = (html: string, name: string): string | undefined =>
  new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(html)?.[1]?.replaceAll('&amp;', '&');

describe('the page of a link', () => {
  it('says who shares, in no frame and to no chat; nobody is called First account', async () => {
    const { url } = await share();
    expect(await textOf(url)).toContain('Shared by Trips of &lt;Grace&gt; · since <time');
    for (const address of [`${url}?embed`, `${url}/${image}`])
      expect(await textOf(address)).not.toContain('Grace');
    expect(await textOf(url)).not.toMatch(/<meta[^>]*Grace/);
    await uploaded();
    const made = await server.json<CreatedLinkRecord>('POST', '/api/links', {
      resource: { type: 'folder', id: 'trip' },
    });
    const unnamed = await textOf(made.url);
    expect(unnamed).toContain('Shared since <time');
    expect(unnamed).not.toContain('First account');
  });

  it('shows titles, captions and times of the camera, without what they tell of places', async () => {
    const api = (url: string): string => url.replace('/a/', '/api/shared/');
    for (const position of ['none', 'coarse'] as const) {
      const { url } = await share({ position, download: true });
      const told = await Promise.all(
        [url, `${url}/${image}`, `${url}?embed`, api(url), `${api(url)}/images`, `${api(url)}/download`].map(
          textOf,
        ),
      );
      const oembed = await textOf(`/oembed?url=${encodeURIComponent(url)}`);
      const [page = '', , , , list = ''] = told;
      expect(page).toContain('data-taken="2024-05-01T10:20:30"');
      expect(page).toContain('<h2>Wednesday, May 1, 2024</h2>');
      expect(page).toContain('alt="Dawn"');
      expect(told[1]).toContain('Before all others &amp; alone');
      expect(list).toContain('"takenAt":"2024-05-01T10:20:30"');
      for (const text of [...told, oembed])
        for (const hidden of ['+02:00', '-122.5', 'Acme', PRIVATE_TEXT])
          expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
    }
    const { url } = await share({ position: 'exact' });
    expect(await textOf(`${api(url)}/images`)).toContain(`"capturedAt":"${photoFacts.capturedAt}"`);
  });

  it('shows chats a picture of the size that they are told, without its metadata', async () => {
    const { url } = await share();
    for (const [address, title] of [
      [url, 'trip'],
      [`${url}/${image}`, 'Dawn'],
    ] as const) {
      const html = await textOf(address);
      expect([propertyOf(html, 'og:title'), propertyOf(html, 'og:url')]).toEqual([title, address]);
      expect([propertyOf(html, 'og:image:width'), propertyOf(html, 'og:image:height')]).toEqual(['16', '12']);
      const picture = await server.fetch(propertyOf(html, 'og:image') ?? '', { key: null });
      const bytes = Buffer.from(await picture.arrayBuffer());
      expect(picture.headers.get('content-type')).toBe(propertyOf(html, 'og:image:type'));
      expect([bytes.includes(PRIVATE_TEXT), bytes.includes('Acme'), bytes.includes('Exif')]).toEqual(
        Array(3).fill(false),
      );
    }
    const { url: locked } = await share({ password: 'lake at dawn' });
    for (const address of [locked, `${locked}/${image}`, `${locked}?embed`, `${locked}?added=waiting`]) {
      const html = await textOf(address);
      for (const hidden of ['og:', 'oembed', 'trip', 'Dawn', 'Grace', image])
        expect([hidden, html.replaceAll(locked, '').includes(hidden)]).toEqual([hidden, false]);
    }
  });

  it('says thanks without scripts, and leads nowhere else', async () => {
    const { url } = await share({ role: 'contributor' });
    expect(await textOf(`${url}?added=waiting`)).toContain('once the owner has approved it');
    expect(await textOf(`${url}?added=${image}`)).toContain(`<a href="${url}/${image}">See it</a>`);
    expect((await server.fetch(`${url}?added=..%2F..%2Fadmin`, { key: null })).status).toBe(404);
    const { url: viewed } = await share();
    expect(await textOf(`${viewed}?added=${image}`)).not.toContain('Thank you');
  });
});
