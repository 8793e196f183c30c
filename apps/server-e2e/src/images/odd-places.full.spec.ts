import type { AlbumRecord, CreatedLinkRecord } from '@cairn/api-schema';
import { ServerProcess, UNLIMITED } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MARKER, oddFiles } from './odd-files.js';

let server: ServerProcess;

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

beforeAll(async () => {
  server = await ServerProcess.start({ env: UNLIMITED });
});

afterAll(() => server.dispose());

describe.each(Object.entries(oddFiles))('what decoders do not read of %s', (name, bytes) => {
  it('is in no answer', async () => {
    expect(bytes.includes(MARKER)).toBe(true);
    const { id, path } = await server.upload({ bytes, name });
    const url = server.address + path;
    const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', {
      title: 'Trip',
      images: [id],
    });
    const link = await server.json<CreatedLinkRecord>('POST', '/api/links', {
      resource: { type: 'album', id: album },
      download: true,
    });
    const secret = link.url.slice(link.url.lastIndexOf('/') + 1);
    const shared = `/api/shared/${secret}`;
    const whole = await bytesOf(await fetch(url));
    const half = { range: `bytes=${Math.floor(whole.length / 3)}-` };
    const answers: readonly (readonly [string, Response])[] = [
      ['file', await fetch(url)],
      ['range', await fetch(url, { headers: half })],
      ['derivative', await fetch(`${url}?w=320&format=webp`)],
      ['file of the link', await server.fetch(`${shared}/images/${id}/file`, { key: null })],
      ['range of the link', await server.fetch(`${shared}/images/${id}/file`, { key: null, headers: half })],
      ['archive of the link', await server.fetch(`${shared}/download`, { key: null })],
    ];
    for (const [what, answer] of answers) {
      const body = await bytesOf(answer);
      expect([what, answer.ok, body.length > 0]).toEqual([what, true, true]);
      expect([what, body.includes(MARKER.subarray(0, 8))]).toEqual([what, false]);
    }
  });
});
