import { once } from 'node:events';
import type { Socket } from 'node:net';
import { IN_MEMORY, PATIENT, until } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { dial, logged, readResponse } from '../support/raw-connection.js';
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

describe('the listener of the public door', () => {
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
