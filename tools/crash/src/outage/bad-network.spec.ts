import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BadNetwork } from '@cairn/services';

const LITTLE = Buffer.alloc(10, 'x');
const MUCH = Buffer.alloc(3_000_000, 'y');
const SHORT_MS = 200;

/** Answers with what it gets. */
const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
const sockets: Socket[] = [];
let address: string;
let network: BadNetwork;

beforeAll(async () => {
  await once(echo.listen(0, '127.0.0.1'), 'listening');
  const bound = echo.address();
  if (typeof bound === 'object' && bound !== null) address = `tcp://127.0.0.1:${bound.port}`;
});
beforeEach(async () => void (network = await BadNetwork.to(address)));
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await network.stop();
});
afterAll(() => void echo.close());

/** A connection, what came through it, and how it ended. */
function call(at = network.url): { socket: Socket; got: () => number; ended: Promise<string> } {
  const socket = connect(Number(new URL(at).port), '127.0.0.1');
  sockets.push(socket);
  let got = 0;
  socket.on('data', (bytes) => (got += bytes.length));
  const ended = new Promise<string>((resolve) => {
    socket.on('error', ({ message }) => resolve(message.split(' ').slice(1).join(' ')));
    socket.on('close', () => resolve('closed'));
  });
  return { socket, got: () => got, ended };
}

async function bytesBack(bytes: Buffer, at?: string): Promise<number> {
  const { socket, got, ended } = call(at);
  socket.end(bytes);
  await ended;
  return got();
}

describe('a bad network', () => {
  it('passes every byte and the end of them while it has no fault, and after each', async () => {
    expect(await bytesBack(MUCH)).toBe(MUCH.length);
    await (
      await network.inject({ type: 'down' })
    )();
    expect(await bytesBack(MUCH)).toBe(MUCH.length);
    await (
      await network.inject({ type: 'timeout', stream: 'upstream', attributes: { timeout: 0 } })
    )();
    expect(await bytesBack(LITTLE)).toBe(LITTLE.length);
  });

  it('refuses connections and ends those that are open while it is down', async () => {
    const open = call();
    await once(open.socket, 'connect');
    await network.inject({ type: 'down' });
    expect(await open.ended).toMatch(/closed|ECONNRESET/);
    expect(await call().ended).toMatch(/ECONNREFUSED/);
  });

  it.each(['upstream', 'downstream'] as const)(
    'passes nothing %s, and keeps the connection',
    async (stream) => {
      const remove = await network.inject({ type: 'timeout', stream, attributes: { timeout: 0 } });
      const { socket, got, ended } = call();
      socket.end(LITTLE);
      expect(await bytesBack(MUCH, address)).toBe(MUCH.length); // far more has come back meanwhile
      expect([got(), socket.destroyed]).toEqual([0, false]);
      await remove();
      expect(await ended).toBe('closed');
    },
  );

  it('ends silent connections after a while, also open ones', async () => {
    const open = call();
    await once(open.socket, 'connect');
    await network.inject({ type: 'timeout', stream: 'downstream', attributes: { timeout: 50 } });
    expect(await open.ended).toBe('closed');
    expect(await call().ended).toBe('closed');
  });

  it('resets connections at their first bytes', async () => {
    await network.inject({ type: 'reset_peer', stream: 'downstream', attributes: { timeout: 0 } });
    const { socket, ended } = call();
    socket.write(LITTLE);
    expect(await ended).toMatch(/ECONNRESET/);
  });

  it('closes connections after so many bytes', async () => {
    await network.inject({ type: 'limit_data', stream: 'downstream', attributes: { bytes: 2_000 } });
    expect(await bytesBack(MUCH)).toBe(2_000);
    expect(await bytesBack(LITTLE)).toBe(LITTLE.length);
  });

  it('is late, and slow', async () => {
    const took = async (bytes: Buffer): Promise<number> => {
      const start = performance.now();
      expect(await bytesBack(bytes)).toBe(bytes.length);
      return performance.now() - start;
    };
    const late = { latency: SHORT_MS, jitter: 50 };
    const remove = await network.inject({ type: 'latency', stream: 'downstream', attributes: late });
    expect(await took(LITTLE)).toBeGreaterThanOrEqual(SHORT_MS - 51);
    await remove();
    await network.inject({ type: 'bandwidth', stream: 'upstream', attributes: { rate: 10_000 } });
    expect(await took(MUCH)).toBeGreaterThanOrEqual(299);
  });
});
