import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImagesClient } from './images-client.js';
import { ServerProcess } from '@cairn/harness';

const HINTS = 'Sec-CH-DPR, DPR, Sec-CH-Width, Width, Sec-CH-Viewport-Width, Viewport-Width';

let server: ServerProcess;
let photo: string;
let id: string;
const get = async (query: string, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(`${photo}?${query}`, { headers });
const told = async (query: string, headers?: Record<string, string>): Promise<readonly unknown[]> => {
  const answer = await get(query, headers);
  const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return [answer.status, width, answer.headers.get('content-location')];
};

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_CLIENT_HINTS: 'on', CAIRN_PRESETS: 'soft=w=50&blur=2' });
  const blue = sharp({ create: { width: 900, height: 300, channels: 3, background: '#235' } });
  const images = new ImagesClient(server);
  ({ id, url: photo } = await images.uploaded({ bytes: await blue.png().toBuffer(), name: 'a.png' }));
});

afterAll(() => server.dispose());

describe('client hints', () => {
  it('decide about what the query leaves open, and are named in Vary', async () => {
    expect(await told('w=320', { 'sec-ch-dpr': '2.0' })).toEqual([200, 640, '?dpr=2&w=320']);
    expect(await told('format=auto', { 'sec-ch-width': '310', accept: 'image/webp' })).toEqual([
      200,
      320,
      '?format=webp&w=320&dpr=1',
    ]);
    expect(await told('format=webp', { 'Viewport-Width': '412', DPR: '1.5' })).toEqual([
      200,
      900,
      '?dpr=2&format=webp&w=480',
    ]);
    const answer = await get('format=auto');
    expect(answer.headers.get('vary')).toBe(`Accept, ${HINTS}`);
    expect(answer.headers.get('accept-ch')).toBe(HINTS);
    expect((await get('w=320')).headers.get('vary')).toBe('Sec-CH-DPR, DPR');
    expect((await get('w=320&dpr=1')).headers.get('vary')).toBeNull();
  });

  it('give what the address of the same image gives, with its tag', async () => {
    const hinted = await get('w=320', { 'sec-ch-dpr': '2' });
    const asked = await get('w=320&dpr=2');
    expect(hinted.headers.get('etag')).toBe(asked.headers.get('etag'));
    expect(hinted.headers.get('etag')).not.toBe((await get('w=320')).headers.get('etag'));
    const etag = hinted.headers.get('etag') ?? '';
    expect((await get('w=320', { 'if-none-match': etag })).status).toBe(200);
    expect((await get('w=320', { 'if-none-match': etag, dpr: '2' })).status).toBe(304);
  });

  it('change nothing at the address that Content-Location names', async () => {
    const headers = { 'sec-ch-dpr': '2', 'sec-ch-width': '310' };
    const hinted = await get('format=webp', headers);
    const named = await get((hinted.headers.get('content-location') ?? '').slice(1), headers);
    expect(named.headers.get('etag')).toBe(hinted.headers.get('etag'));
    expect(named.headers.get('vary')).toBeNull();
  });

  it('change no width that srcset tells browsers', async () => {
    const record = await server.fetch(`/api/images/${id}?include=srcset`);
    const { srcset } = (await record.json()) as { readonly srcset: Readonly<Record<string, string>> };
    const candidates = Object.values(srcset).flatMap((set) => set.split(', '));
    expect(candidates).toHaveLength(3 * 3);
    for (const candidate of candidates) {
      const [address = '', width = ''] = candidate.split(' ');
      const answer = await fetch(address, { headers: { 'sec-ch-dpr': '2', 'sec-ch-width': '310' } });
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([candidate, `${metadata.width}w`]).toEqual([candidate, width]);
    }
  });

  it('change no file, no preset off the ladder, and nothing where they are no numbers', async () => {
    expect(await told('v=2', { 'sec-ch-width': '310' })).toEqual([200, 900, null]);
    expect(await told('preset=soft', { 'sec-ch-dpr': '2' })).toEqual([200, 50, null]);
    for (const value of ['-2', '0', '1e3', 'x', '2, 3', '99999999999'])
      expect(await told('w=320', { 'sec-ch-dpr': value })).toEqual([200, 320, null]);
  });
});
