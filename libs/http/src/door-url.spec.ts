import { Bootstrap } from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler, type Handler } from './create-handler.js';

const OWN = 'http://cairn.lan/photos';
const DOOR = 'https://share.example.org';
const SCRIPT = 'assets/link-map-1.js';

let application: Application;
let handler: Handler;
let key: string;

beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  const linkMap = { program: `/photos/${SCRIPT}`, files: new Set([`/${SCRIPT}`]) };
  handler = createHandler(application, { publicUrl: OWN, doorUrl: DOOR, linkMap });
  key = (await application.get(Bootstrap).execute(undefined)) ?? '';
});
afterAll(async () => {
  await handler.close();
  await application.close();
});

async function send<T>(method: string, path: string, body: object): Promise<T> {
  const isForm = body instanceof FormData;
  const headers = { authorization: `Bearer ${key}`, ...(!isForm && { 'content-type': 'application/json' }) };
  const sent = { method, headers, body: isForm ? body : JSON.stringify(body) };
  return (await (await handler.fetch(new Request(OWN + path, sent))).json()) as T;
}

type Made = Readonly<Record<'id' | 'url', string>>;

const uploaded = async (visibility: string): Promise<Made> => {
  const form = new FormData();
  form.set('file', new Blob([fixtures.png.bytes]), `${visibility}.png`);
  form.set('path', visibility);
  form.set('visibility', visibility);
  return await send('POST', '/api/upload', form);
};

const linkTo = async (type: string, id: string, options: object = {}): Promise<Made> =>
  await send('POST', '/api/links', { resource: { type, id }, ...options });

const textAt = async (from: Handler['fetch'], url: string): Promise<string> =>
  await (await from(new Request(url))).text();

const statusAt = async (from: Handler['fetch'], url: string): Promise<number> =>
  (await from(new Request(url))).status;

describe('a public door with an address of its own', () => {
  it('is in the addresses of public files and links, and not in those of private files and previews', async () => {
    const [open, hidden] = [await uploaded('public'), await uploaded('private')];
    expect([open.url, hidden.url]).toEqual([
      expect.stringMatching(/^https:\/\/share\.example\.org\/cdn\/public\/public/),
      expect.stringMatching(/^http:\/\/cairn\.lan\/photos\/cdn\/private\/private/),
    ]);
    expect(await statusAt(handler.public.fetch, open.url)).toBe(200);
    const link = await linkTo('image', hidden.id);
    expect(link.url).toMatch(/^https:\/\/share\.example\.org\/a\/\w+$/);
    const preview = await send<Made>('POST', `/api/links/${link.id}/preview`, {});
    expect(preview.url).toBe(link.url.replace(DOOR, OWN)); // where the cookie for it is sent
    for (const from of [handler.fetch, handler.public.fetch]) {
      const at = from === handler.fetch ? OWN : DOOR;
      const page = await textAt(from, link.url.replace(DOOR, at));
      // What other sites are told is the address of the door; what the page loads is where it is.
      expect(page).toContain(`<meta property="og:url" content="${link.url}"`);
      expect(page).toContain(`${DOOR}/oembed?url=`);
      expect(page).toContain(`src="${new URL(at).pathname.replace(/\/$/, '')}/api/shared/`);
    }
  });

  it('is in what its own documents load, below its own path', async () => {
    const space = await send<Made>('POST', '/hub/spaces', { title: 'Towns' });
    const { url } = await linkTo('space', space.id);
    expect(await textAt(handler.public.fetch, url)).toContain(`data-script="/${SCRIPT}"`);
    expect(await textAt(handler.fetch, url.replace(DOOR, OWN))).toContain(`data-script="/photos/${SCRIPT}"`);
    const style = `/styles/${space.id}.json?access_token=${url.split('/').at(-1) ?? ''}`;
    const sources = (text: string): string => text.match(/https?:[^"]*\/tiles\/[^"?]*/)?.[0] ?? text;
    expect(sources(await textAt(handler.public.fetch, DOOR + style))).toContain(`${DOOR}/tiles/${space.id}.`);
    expect(sources(await textAt(handler.fetch, OWN + style))).toContain(`${OWN}/tiles/${space.id}.`);
  });

  it('knows nothing of the path of the other address', async () => {
    expect(await statusAt(handler.public.fetch, `${DOOR}/photos/livez`)).toBe(404);
    expect(await statusAt(handler.public.fetch, `${DOOR}/livez`)).toBe(200);
    const oembed = (url: string): string => `${DOOR}/oembed?url=${encodeURIComponent(url)}`;
    const { url } = await linkTo('image', (await uploaded('unlisted')).id);
    expect(await statusAt(handler.public.fetch, oembed(url))).toBe(200);
    expect(await statusAt(handler.public.fetch, oembed(url.replace(DOOR, OWN)))).toBe(404);
  });
});
