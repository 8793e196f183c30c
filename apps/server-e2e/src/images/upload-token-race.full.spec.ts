import type { CreatedSigningKey, CreatedUploadTokenRecord, UploadTokenPage } from '@cairn/api-schema';
import { until, uploadForm, type ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { startOn } from '../support/environments.js';
import { signedToken } from '../support/signed.js';

const ROUNDS = 5;
const ALLOWED = 5;
const SENT = 16;
// Each round sends 16 uploads to two servers.
jest.setTimeout(30_000 + ROUNDS * 8_000);

let stores: OpenedStores;
let nodes: readonly [ServerProcess, ServerProcess];

const json = { 'content-type': 'application/json' };

describe('an upload token on two nodes', () => {
  beforeAll(async () => {
    stores = await environmentOf('PostgreSQL + S3').open();
    const release = async (): Promise<void> => undefined;
    const first = await startOn(stores, { release });
    nodes = [first, await startOn(stores, { release, key: first.key })];
  });

  afterAll(async () => {
    for (const node of nodes) await node.dispose();
    await stores.close();
  });

  /** The statuses of uploads that are sent to both at once. */
  async function race(token: string): Promise<readonly number[]> {
    const sent = Array.from({ length: SENT }, (_, index) => {
      const body = uploadForm({ bytes: fixtures.png.bytes, name: `${index}.png` });
      return nodes[index % 2 === 0 ? 0 : 1].fetch('/api/upload', { method: 'POST', key: token, body });
    });
    const answers = await Promise.all(sent);
    const failed = answers.filter(({ status }) => status !== 201 && status !== 409);
    expect(await Promise.all(failed.map((answer) => answer.json()))).toEqual([]);
    return answers.map(({ status }) => status).sort();
  }

  const expected = Array.from({ length: SENT }, (_, index) => (index < ALLOWED ? 201 : 409));

  it(`for ${ALLOWED} files takes ${ALLOWED} of ${SENT} at once, made or signed, in ${ROUNDS} rounds`, async () => {
    const { id: uploadsTo, key } = await openAccount(nodes[0], 'Race');
    const made = await nodes[0].fetch('/api/signing-keys', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: 'site', uploadsTo }),
    });
    const { secret } = (await made.json()) as CreatedSigningKey;
    for (let round = 0; round < ROUNDS; round += 1) {
      const answer = await nodes[1].fetch('/api/upload-tokens', {
        method: 'POST',
        key,
        headers: json,
        body: JSON.stringify({ maxFiles: ALLOWED }),
      });
      expect(await race(((await answer.json()) as CreatedUploadTokenRecord).token)).toEqual(expected);
      const signed = signedToken({ maxFiles: ALLOWED, nonce: `round-no-${round}` }, secret);
      expect(await race(signed)).toEqual(expected);
    }
  });

  it('that is deleted on one while a file arrives at the other stores nothing of it', async () => {
    const { key } = await openAccount(nodes[0], 'Late');
    const terms = { method: 'POST', key, headers: json, body: JSON.stringify({ path: 'late' }) };
    const made = await nodes[0].fetch('/api/upload-tokens', terms);
    const { id, token } = (await made.json()) as CreatedUploadTokenRecord;
    const isCounted = async (): Promise<boolean> => {
      const listed = await nodes[0].fetch('/api/upload-tokens', { key });
      return ((await listed.json()) as UploadTokenPage).tokens[0]?.filesUsed === 1;
    };
    const before = await stores.countBlobs('');
    const form = new Response(uploadForm({ bytes: fixtures.png.bytes, name: 'late.png' }));
    const whole = Buffer.from(await form.arrayBuffer());
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(whole.subarray(0, -fixtures.png.bytes.length)),
      pull: async (controller) => {
        await until('the file is counted', isCounted);
        await nodes[0].fetch(`/api/upload-tokens/${id}`, { method: 'DELETE', key });
        controller.enqueue(whole.subarray(-fixtures.png.bytes.length));
        controller.close();
      },
    });
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    const sent = { method: 'POST', key: token, headers, body, duplex: 'half' };
    const answer = await nodes[1].fetch('/api/upload', sent as RequestInit);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'invalid-upload-token' }),
    ]);
    const left = await nodes[0].fetch('/api/images', { key });
    expect(await left.json()).toMatchObject({ images: [] });
    expect(await stores.countBlobs('')).toBe(before);
  });
});
