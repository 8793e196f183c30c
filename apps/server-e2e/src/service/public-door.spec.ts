import { once } from 'node:events';
import type { Socket } from 'node:net';
import { IN_MEMORY, PATIENT, until } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { dial, logged, readResponse, send } from '../support/raw-connection.js';
import { start } from '../support/started-servers.js';

const env = { ...IN_MEMORY, CAIRN_PUBLIC_PORT: '0' };

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/livez`).then(
    () => true,
    () => false,
  );

const LIVEZ = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

async function statusAt(address: string, from: string): Promise<number> {
  const socket = await dial({ address }, from);
  socket.write(LIVEZ);
  return (await readResponse(socket)).status;
}

/** Requests for what is not there, and for what is, as clients and proxies may write them. */
const written: readonly (readonly [status: number, line: string, ...headers: readonly string[]])[] = [
  [404, 'GET http://cairn.lan/api/keys HTTP/1.1'],
  [404, 'GET https://cairn.lan/images HTTP/1.1', 'Accept: text/html'],
  [404, 'GET http://x HTTP/1.1'],
  [404, 'GET /livez/../api/keys HTTP/1.1'],
  [404, 'GET /livez/%2e%2e/api/keys HTTP/1.1'],
  [404, 'GET /livez\\..\\api\\keys HTTP/1.1'],
  [404, 'GET /livez#/api/keys HTTP/1.1'],
  [404, 'GET /api/keys HTTP/1.0'],
  [404, 'TRACE /livez HTTP/1.1', 'Cookie: cairn_session=x'],
  [
    404,
    'GET /api/events HTTP/1.1',
    'Connection: Upgrade, close',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
  ],
  [404, 'GET /nothing HTTP/1.1', 'X-Original-URL: /livez', 'X-Rewrite-URL: /livez'],
  [404, 'POST /api/upload HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 1000000000'],
  [400, 'OPTIONS * HTTP/1.1'],
  [405, 'CONNECT cairn.lan:8080 HTTP/1.1'],
  [200, 'GET http://cairn.lan/livez HTTP/1.1'],
  [200, 'GET /livez HTTP/1.0'],
  [
    200,
    'GET /livez HTTP/1.1',
    'X-Original-URL: /api/keys',
    'X-Forwarded-Host: cairn.lan',
    'Range: bytes=0-1',
  ],
];

describe('the listener of the public door', () => {
  it('has nothing of the server, however a request for it is written', async () => {
    const server = await start({ env });
    const door = { address: server.door };
    const answers = written.map(async ([, line, ...headers]) => {
      const close = headers.some((one) => one.startsWith('Connection')) ? [] : ['Connection: close'];
      const head = [line, 'Host: x', ...headers, ...close];
      const { all } = await send(door, `${head.join('\r\n')}\r\n\r\n`);
      return [all.match(/HTTP\/1\.1 \d+/g), line];
    });
    expect(await Promise.all(answers)).toEqual(
      written.map(([status, line]) => [[`HTTP/1.1 ${status}`], line]),
    );
    const twice =
      'GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /api/keys HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const hidden = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
    const chunked = `POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`;
    const refused = `GET /x HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\nConnection: close\r\n\r\n${hidden}`;
    const statuses = [twice, chunked, refused].map(async (bytes) => {
      const { all } = await send(door, bytes);
      return all.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(-3)));
    });
    expect(await Promise.all(statuses)).toEqual([[200, 404], [400], [404]]);
  });

  it('is told in the log, and in the line of each request', async () => {
    const server = await start({ env: { ...env, CAIRN_PUBLIC_BASE_URL: 'https://share.example.org' } });
    await fetch(`${server.door}/robots.txt`);
    await fetch(`${server.address}/livez`);
    const requests = () => logged(server).filter(({ msg }) => msg === 'request');
    await until('both are in the log', () => requests().length === 2);
    expect(requests().map(({ path, listener }) => [path, listener])).toEqual([
      ['/robots.txt', 'public'],
      ['/livez', undefined],
    ]);
    expect(logged(server)).toContainEqual(
      expect.objectContaining({ address: 'https://share.example.org', msg: 'the public door is open' }),
    );
  });

  it('shares the limits of connections with the other one', async () => {
    const limits = { CAIRN_MAX_CONNECTIONS: '5', CAIRN_MAX_CONNECTIONS_PER_ADDRESS: '3' };
    const server = await start({ env: { ...env, ...limits } });
    const both = [server.address, server.door];
    const held: Socket[] = [];
    const hold = async (address: string, from: string): Promise<void> => {
      const socket = await dial({ address }, from);
      held.push(socket);
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'); // and keeps the connection
      await once(socket, 'data');
    };
    await hold(server.address, '127.0.0.2');
    await hold(server.door, '127.0.0.2');
    await hold(server.door, '127.0.0.2');
    for (const address of both) expect(await statusAt(address, '127.0.0.2')).toBe(503);
    await hold(server.address, '127.0.0.3');
    await hold(server.door, '127.0.0.4');
    for (const address of both) expect(await statusAt(address, '127.0.0.5')).toBe(503);
    for (const socket of held) socket.destroy();
    await until('there is room again', async () => (await statusAt(server.door, '127.0.0.5')) === 200);
  });

  it('finishes its requests when the server stops, as the other one does', async () => {
    const server = await start({ nodeOptions: PATIENT, env });
    const both = [server.address, server.door];
    const sockets = await Promise.all(both.map((address) => dial({ address })));
    const received = sockets.map((socket) => readResponse(socket));
    const begun = 'POST /api/shared/none/unlock HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    for (const socket of sockets) socket.write(`${begun}Content-Length: 20\r\nExpect: 100-continue\r\n\r\n`);
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    const ended = server.end('SIGTERM');
    for (const address of both)
      await until('it accepts no further requests', async () => !(await answers(address)));
    for (const socket of sockets) socket.write('{"password":"none"} ');
    const wholes = await Promise.all(received);
    for (const { all } of wholes)
      expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 404']);
    expect(await ended).toBe(0);
  });
});
