import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Hub } from '../features/hub.js';
import { linesOf } from '../features/imports.js';
import {
  readResponse,
  dial,
  FILE_PART,
  logged,
  uploadHead,
  type RawResponse,
} from '../support/raw-connection.js';
import { StreamedImport } from '../support/streamed-import.js';

const STALL_MS = 300;
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({
    env: {
      CAIRN_STALL_SECONDS: String(STALL_MS / 1_000),
      CAIRN_METADATA: 'keep', // what follows an image makes a large file here
      CAIRN_MIN_UPLOAD_RATE: '10000',
      CAIRN_MAX_UPLOADS: '1',
      CAIRN_UPLOAD_QUEUE: '1',
      CAIRN_MAX_CONNECTIONS: '12',
      CAIRN_MAX_CONNECTIONS_PER_ADDRESS: '4',
      CAIRN_TRUSTED_PROXIES: '127.0.0.3',
    },
  });
});
afterAll(() => server.dispose());

const codeOf = ({ text }: RawResponse): unknown => (JSON.parse(text) as { code: unknown }).code;
/** Whether the server holds its end of a connection open. */
function isHeld({ localPort = 0 }: Socket): boolean {
  const client = localPort.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync('/proc/net/tcp', 'latin1').split('\n');
  return lines.some((line) => new RegExp(`: 0100007F:[0-9A-F]{4} [0-9A-F]{8}:${client} 01 `).test(line));
}

const upload = (): Promise<Response> =>
  server.fetch('/api/upload', { method: 'POST', body: uploadForm({ bytes: fixtures.jpeg.bytes }) });

describe('a slow client', () => {
  it('is disconnected when it does not read its response', async () => {
    const large = Buffer.concat([fixtures.jpeg.bytes, Buffer.alloc(20 * 1024 * 1024)]);
    const sent = await server.fetch('/api/upload', { method: 'POST', body: uploadForm({ bytes: large }) });
    const { pathname } = new URL(((await sent.json()) as { url: string }).url);
    const socket = await dial(server, '127.0.0.2');
    socket.pause().write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await sleep(STALL_MS / 2);
    expect(isHeld(socket)).toBe(true);
    while (isHeld(socket)) await sleep(STALL_MS / 10);
    expect((await readResponse(socket)).all.length).toBeLessThan(large.length);
  });

  it('gets 408 when its body stalls', async () => {
    const socket = await dial(server, '127.0.0.2');
    socket.write(uploadHead(server, 'Content-Length: 10000') + FILE_PART);
    const answer = await readResponse(socket);
    expect([answer.status, codeOf(answer)]).toEqual([408, 'request-timeout']);
  });

  it('gets 408 when its body trickles in', async () => {
    const socket = await dial(server, '127.0.0.2');
    socket.write(uploadHead(server, 'Transfer-Encoding: chunked'));
    const drip = setInterval(() => socket.write('1\r\n-\r\n'), STALL_MS / 10);
    const answer = await readResponse(socket);
    clearInterval(drip);
    expect([answer.status, codeOf(answer)]).toEqual([408, 'request-timeout']);
  });

  it('is cut off when its import stalls, and whole chunks stay of it', async () => {
    const hub = new Hub(server);
    const space = await hub.space();
    const importing = new StreamedImport(server, `${space}/features`).send(linesOf(1_100));
    const line = await importing.next();
    const acknowledged = line?.['type'] === 'ImportProgress' ? 1_000 : 0;
    expect([200, 408]).toContain(await importing.status());
    const isOver = () =>
      logged(server).some(({ msg, path }) => msg === 'request' && path === `/hub${space}/features`);
    while (!isOver()) await sleep(STALL_MS / 10);
    const { count } = (await hub.call(`${space}/count`)).body;
    expect([acknowledged, 1_000]).toContain(count);

    const silent = new StreamedImport(server, `${space}/features`).send('{}');
    expect(await silent.status()).toBe(408);
    silent.abort();
  });

  it('may take longer if its bytes arrive fast enough', async () => {
    const socket = await dial(server, '127.0.0.2');
    const file = Buffer.from(fixtures.jpeg.bytes);
    const end = '\r\n--b--\r\n';
    const rest = Buffer.concat([Buffer.from(FILE_PART), file, Buffer.from(end)]);
    const fields = '--b\r\nContent-Disposition: form-data; name="unknown"\r\n\r\n';
    const piece = 'x'.repeat(4_000);
    const length = fields.length + 8 * piece.length + 2 + rest.length;
    socket.write(uploadHead(server, `Content-Length: ${length}`, 'Connection: close') + fields);
    for (let pieces = 0; pieces < 8; pieces += 1) {
      await sleep(STALL_MS / 4);
      socket.write(piece);
    }
    socket.write(`\r\n`);
    socket.write(rest);
    expect((await readResponse(socket)).status).toBe(201);
  });

  it('may send at most 1 MiB more after a rejection', async () => {
    const refused = async (size: number, ...then: readonly string[]): Promise<RawResponse> => {
      const socket = await dial(server, '127.0.0.2');
      const head = uploadHead(server, `Content-Length: ${size}`).replace('multipart/form-data', 'text/plain');
      socket.write(head);
      await sleep(50);
      socket.write(Buffer.alloc(size));
      for (const each of then) socket.write(each);
      return await readResponse(socket);
    };
    const next = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const { all } = await refused(900_000, next);
    expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
    const answer = await refused(50_000_000, next);
    expect(answer.all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415']);
  });
});

describe('too many clients', () => {
  it('queue their uploads, and get 503 when the queue is full', async () => {
    const holder = await dial(server, '127.0.0.2');
    holder.write(uploadHead(server, 'Content-Length: 10000') + FILE_PART);
    await sleep(50);
    const waiting = upload();
    await sleep(50);
    const refused = await upload();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ code: 'too-many-uploads' });
    holder.destroy();
    expect((await waiting).status).toBe(201);
  });

  it('are rejected over the connection limit per IP address, unless it is a trusted proxy', async () => {
    const sockets = await Promise.all(Array.from({ length: 5 }, () => dial(server, '127.0.0.2')));
    const [answer] = await Promise.all([readResponse(sockets[4] ?? (await dial(server)))]);
    expect([answer.status, codeOf(answer), answer.headers.get('connection')]).toEqual([
      503,
      'too-many-connections',
      'close',
    ]);
    const proxied = await Promise.all(Array.from({ length: 5 }, () => dial(server, '127.0.0.3')));
    proxied[4]?.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await readResponse(proxied[4] ?? (await dial(server)))).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 4 }, () => dial(server, '127.0.0.3')));
    expect((await readResponse(others[3] ?? (await dial(server)))).status).toBe(503);
    for (const socket of [...sockets, ...proxied, ...others]) socket.destroy();
    await sleep(50);
    expect((await fetch(`${server.address}/livez`)).status).toBe(200);
  });
});
