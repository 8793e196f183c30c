import type { CreatedLinkRecord } from '@cairn/api-schema';
import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let server: ServerProcess;

interface Link {
  readonly secret: string;
}

async function share(body: object = {}): Promise<Link> {
  const resource = { type: 'folder', id: 'page' };
  const sent = { resource, role: 'contributor', ...body };
  const { url } = await server.json<CreatedLinkRecord>('POST', '/api/links', sent);
  return { secret: url.slice(url.lastIndexOf('/') + 1) };
}

beforeAll(async () => {
  server = await ServerProcess.inMemory();
});

afterAll(() => server.dispose());

describe('the page of a link for contributors', () => {
  const page = async (
    { secret }: Link,
    body?: FormData,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    await server.fetch(`/a/${secret}${body === undefined ? '' : '/upload'}`, {
      key: null,
      redirect: 'manual',
      headers: { 'accept-language': 'de', ...headers },
      ...(body !== undefined && { method: 'POST', body }),
    });
  const form = (bytes: Uint8Array = fixtures.jpeg.bytes): FormData => uploadForm({ bytes });

  it('alone has a form, which works without scripts', async () => {
    const link = await share({ download: true });
    const shown = await page(link);
    const html = await shown.text();
    expect(html).toContain('Fotos hinzufügen');
    expect(html.length).toBeLessThan(60_000);
    expect(shown.headers.get('referrer-policy')).toBe('same-origin');
    expect(await (await page(await share({ role: 'viewer' }))).text()).not.toContain('<form');
    const sent = await page(link, form());
    const { images } = await server.json<{ readonly images: readonly { readonly id: string }[] }>(
      'GET',
      '/api/images?path=page',
    );
    expect(images).toHaveLength(1);
    const thanks = `${server.address}/a/${link.secret}?added=${images[0]?.id ?? ''}`;
    expect([sent.status, sent.headers.get('location')]).toEqual([303, thanks]);
    const thanked = await (await server.fetch(thanks, { key: null })).text();
    expect(thanked).toContain(
      `Your photo was added. <a href="${server.address}/a/${link.secret}/${images[0]?.id}">`,
    );
    const again = await page(link, form());
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('Dieses Foto ist schon da');
  });

  it('says on a page why a picture is not taken', async () => {
    const link = await share();
    const viewer = await share({ role: 'viewer' });
    const locked = await share({ password: 'at dawn' });
    const gone = { secret: 'A'.repeat(22) };
    const none = new FormData();
    none.set('tags', 'sea');
    for (const [sent, status, text] of [
      [await page(link, form(Buffer.from('x'))), 415, 'Dateien dieser Art lassen sich nicht hinzufügen'],
      [await page(link, none), 400, 'Wähle ein Foto'],
      [await page(viewer, form()), 403, 'nur ansehen'],
      [await page(locked, form()), 401, 'brauchst du ein Passwort'],
      [await page(gone, form()), 404, 'funktioniert nicht mehr'],
    ] as const) {
      const html = await sent.text();
      expect([sent.status, sent.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(html).toContain(text);
    }
  });

  it('takes no form from a page of another site', async () => {
    const link = await share();
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(await (await page(link, form(), headers)).json()).toMatchObject({ code: 'cross-site' });
    const another = form(fixtures.png.bytes);
    expect((await page(link, another, { origin: server.origin })).status).toBe(303);
  });

  it.each(['upload', 'unlock'])('has no %s by the API from a page of another site', async (operation) => {
    const { secret } = await share({ password: 'lake at dawn' });
    const send = async (headers: Readonly<Record<string, string>>): Promise<Response> =>
      await server.fetch(`/api/shared/${secret}/${operation}`, {
        method: 'POST',
        key: null,
        headers: { ...headers, ...(operation === 'unlock' && { 'content-type': 'application/json' }) },
        body: operation === 'unlock' ? JSON.stringify({ password: 'lake at dawn' }) : form(),
      });
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', authorization: 'Bearer x' },
    ])
      expect(await (await send(headers)).json()).toMatchObject({ status: 403, code: 'cross-site' });
    const own = operation === 'unlock' ? 204 : 401;
    for (const headers of [{}, { origin: server.origin }, { 'sec-fetch-site': 'same-origin' }])
      expect((await send(headers)).status).toBe(own);
  });
});
