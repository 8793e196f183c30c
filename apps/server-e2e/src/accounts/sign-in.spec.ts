import { newKey, ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { sendRaw } from '../support/raw.js';

let server: ServerProcess;

beforeAll(async () => {
  const env = { CAIRN_RATE_FAILED_AUTH: '2' };
  server = await ServerProcess.inMemory(env);
});

afterAll(() => server.dispose());

const form = Buffer.concat([
  Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
  Buffer.from(fixtures.jpeg.bytes),
  Buffer.from('\r\n--b--\r\n'),
]);
const upload = (...headers: readonly string[]): readonly string[] => [
  `POST ${server.target('/api/upload')} HTTP/1.1`,
  'Host: localhost',
  `Content-Length: ${form.length}`,
  ...headers,
];
const expecting = 'Expect: 100-continue';
const multipart = 'Content-Type: multipart/form-data; boundary=b';

describe('a body', () => {
  it('is not requested or awaited without a key', async () => {
    const head = upload(expecting, multipart);
    expect(await sendRaw(server, head)).toMatch(/^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n/);
    const creation = `POST ${server.target('/hub/spaces')} HTTP/1.1`;
    const space = [creation, 'Host: evil.example.com', 'Content-Length: 9', expecting];
    expect(await sendRaw(server, space)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await sendRaw(server, upload(multipart, 'Connection: close'))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('is not requested if its type is not supported', async () => {
    const head = upload(expecting, `Authorization: Bearer ${server.key}`, 'Content-Type: text/plain');
    expect(await sendRaw(server, head, form)).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('is not requested if the quota is used up', async () => {
    const { key } = await openAccount(server, 'Nothing', { imageQuota: 0 });
    const head = upload(expecting, `Authorization: Bearer ${key}`, multipart);
    expect(await sendRaw(server, head)).toMatch(/^HTTP\/1\.1 409 /);
  });

  it('is requested once when it is read', async () => {
    const head = upload(expecting, `Authorization: Bearer ${server.key}`, multipart, 'Connection: close');
    const answer = await sendRaw(server, head, form);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 201']);
    const json = '{"title":"x"}';
    const space = [
      `POST ${server.target('/hub/spaces')} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${json.length}`,
      expecting,
      'Connection: close',
    ];
    const created = await sendRaw(server, space, Buffer.from(json));
    expect(created.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  });
});

describe('an IP address that sent too many wrong keys', () => {
  it('is blocked before its next key is looked up, unless that key was valid recently', async () => {
    const { key: unused } = await openAccount(server, 'Late');
    const status = async (key: string): Promise<number> => (await server.fetch('/api/quota', { key })).status;
    expect([await status(newKey()), await status('bad')]).toEqual([401, 401]);
    expect([await status(newKey()), await status('bad')]).toEqual([429, 429]);
    const refused = await server.fetch('/api/quota', { key: unused });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await status(server.key)).toBe(200);
    expect((await server.fetch('/hub/spaces', { key: null })).status).toBe(200);
  });
});
