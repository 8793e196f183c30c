import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofTheServer } from '../support/of-the-server.js';
import { readResponse, dial, FILE_PART, send, uploadHead } from '../support/raw-connection.js';

const { bytes } = fixtures.jpeg;
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.inMemory({
    CAIRN_CDN_URL: 'http://img.example.org',
  });
  await server.fetch('/api/upload', { method: 'POST', body: uploadForm({ bytes, name: 'a.jpg' }) });
});
afterAll(() => server.dispose());

const close = 'Connection: close\r\n\r\n';

describe('a request target in absolute form', () => {
  it('is routed by its path, and its host overrides the Host header', async () => {
    const api = await send(
      server,
      `GET http://x${server.target('/livez')}?a=b HTTP/1.1\r\nHost: y\r\n${close}`,
    );
    expect([api.status, api.text]).toEqual([200, '{"status":"ok"}']);
    const file = await send(server, `GET http://img.example.org/a.jpg HTTP/1.1\r\nHost: y\r\n${close}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const other = await send(server, `GET HTTP://y/a.jpg HTTP/1.1\r\nHost: img.example.org\r\n${close}`);
    expect(other.status).toBe(404);
  });

  ofTheServer('the first page, and what has no path, is for the host to answer', () => {
    it('may have no path', async () => {
      const root = await send(server, `GET http://x?a=b HTTP/1.1\r\nHost: x\r\n${close}`);
      expect(root.headers.get('location') ?? root.headers.get('content-type')).toMatch(
        /^(?:\/docs|text\/html)/,
      );
    });

    it('of another scheme is rejected', async () => {
      expect((await send(server, `GET ftp://x/ HTTP/1.1\r\nHost: x\r\n${close}`)).status).toBe(400);
    });
  });
});

describe('a URL', () => {
  it.each(['/api/images/%ff', '/api/tags/%/images', '/hub/spaces/%C3', '/cdn/%'])(
    'with invalid percent-encoding is 400: %s',
    async (path) => {
      expect((await server.fetch(path)).status).toBe(400);
    },
  );

  it.each(['/api/tags//images', '/api/images//', '/api/quota//', '/api//quota'])(
    'with an empty segment is 404: %s',
    async (path) => {
      const response = await server.fetch(path);
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'not-found' }]);
    },
  );
});

describe('headers', () => {
  const many = 'a:\r\n'.repeat(2_500);
  const rejected = async (_: string, headers: string): Promise<void> => {
    const line = `GET ${server.target('/livez')} HTTP/1.1\r\n`;
    const { status, text } = await send(server, `${line}${headers}${close}`);
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ code: 'malformed-request' })]);
  };

  it.each([
    ['a second Host', 'Host: x\r\nHost: x\r\n'],
    ['two keys', 'Host: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n'],
  ])('with %s are rejected', rejected);

  ofTheServer(
    'Node drops headers behind the first thousand, and answers those without Host, unless told not to',
    () => {
      it.each([
        ['a second Host behind thousands of headers', `Host: x\r\n${many}Host: y\r\n`],
        ['no Host', ''],
        ['two keys far apart', `Host: x\r\nauthorization: Bearer a\r\n${many}AUTHORIZATION: Bearer a\r\n`],
      ])('with %s are rejected', rejected);
    },
  );

  it('need no Host in HTTP/1.0', async () => {
    expect((await send(server, `GET ${server.target('/livez')} HTTP/1.0\r\n\r\n`)).status).toBe(200);
  });
});

describe('a compressible response', () => {
  it.each(['', 'Accept-Encoding: gzip\r\n'])(
    'has Vary: Accept-Encoding for the request header %j',
    async (accepted) => {
      const { status, headers } = await send(
        server,
        `GET ${server.target('/hub/spaces')} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.key}\r\n${accepted}${close}`,
      );
      expect([status, headers.get('vary')]).toEqual([200, expect.stringContaining('Accept-Encoding')]);
    },
  );
});

describe('bodies', () => {
  const latin1 = Buffer.from('{"name":"caf\u00e9"}', 'latin1');

  it('of JSON that is not valid UTF-8 are 400', async () => {
    const init = { method: 'POST', body: latin1, headers: { 'content-type': 'application/json' } };
    const response = await server.fetch('/api/keys', init);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'malformed-json', detail: expect.stringContaining('UTF-8') },
    ]);
  });

  it('of forms with a field that is not valid UTF-8 are 400, naming the field', async () => {
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\ncaf\u00e9\r\n', 'latin1'),
      Buffer.from(FILE_PART),
      Buffer.from(bytes),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const response = await server.fetch('/api/upload', { method: 'POST', body, headers });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ pointer: '/tags', code: 'not-utf-8' }] },
    ]);
  });

  it('of forms with invalid fields before the file are 400 before the file is sent', async () => {
    const field = (name: string, value: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const wrong = field('tags', 'x'.repeat(65)) + field('path', 'a//b') + FILE_PART + 'its first bytes';
    const answer = await send(server, uploadHead(server, 'Content-Length: 25000000') + wrong);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      400,
      { errors: [{ code: 'empty-segment' }, { pointer: '/tags', code: 'tag-too-long' }] },
    ]);
    const behind = Buffer.from(`\r\n${field('tags', 'x'.repeat(65))}--b--\r\n`);
    const form = Buffer.concat([Buffer.from(FILE_PART), Buffer.from(bytes), behind]);
    const head = uploadHead(server, `Content-Length: ${form.length}`, 'Connection: close');
    const late = await send(server, head, form);
    expect([late.status, JSON.parse(late.text)]).toMatchObject([400, { errors: [{ pointer: '/tags' }] }]);
    expect(await (await server.fetch('/api/quota')).json()).toMatchObject({ imageCount: 1 });
  });

  it('of uploads with a wrong key are not asked for, and nothing of them is read', async () => {
    const head = uploadHead(server, 'Content-Length: 25000000', 'Expect: 100-continue');
    const wrong = head.replace(/(?<=Authorization: Bearer ).+(?=\r\n)/, `${server.key.slice(0, -4)}aaaa`);
    const { status, all } = await send(server, wrong);
    expect([status, all.includes('100 Continue')]).toEqual([401, false]);
    expect(all).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('of compressed forms are 415', async () => {
    const head = uploadHead(server, 'Content-Encoding: gzip', 'Content-Length: 0', 'Connection: close');
    expect((await send(server, head)).status).toBe(415);
  });

  ofTheServer('Node closes such a connection unless told not to', () => {
    it('get a response if the client half-closes the connection after sending', async () => {
      const file = Buffer.from(bytes);
      const end = '\r\n--b--\r\n';
      const length = FILE_PART.length + file.length + end.length;
      const socket = await dial(server);
      socket.write(uploadHead(server, `Content-Length: ${length}`) + FILE_PART);
      socket.write(file);
      socket.end(end);
      expect((await readResponse(socket)).status).toBe(201);
    });
  });
});
