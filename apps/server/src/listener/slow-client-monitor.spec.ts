import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SlowClientMonitor } from './slow-client-monitor.js';

const STALL_MS = 30_000;
const EVERY_MS = 5_000;

/** A client that the server sends a response to, and what the system holds for it. */
/** What the monitor reads of a connection: Node makes a request and a response of a real socket alone, hence the casts. */
class Client {
  readonly socket = {
    destroyed: false,
    bytesRead: 100,
    bytesWritten: 6_000_000,
    writableLength: 1_000_000,
    destroy: () => (this.socket.destroyed = true),
  };
  queue: number | undefined = 4_000_000;
  readonly request: IncomingMessage;
  // The casts are safe: the monitor reads only these members. A real socket cannot be told how far its client has read.
  readonly response = { headersSent: true } as unknown as ServerResponse;

  constructor(headers: IncomingHttpHeaders = {}) {
    this.request = { socket: this.socket, headers, complete: true } as unknown as IncomingMessage;
  }

  /** The client reads bytes; the system accepts none from Node. */
  take(bytes: number): void {
    this.queue = this.queue === undefined ? undefined : this.queue - bytes;
  }
}

let client: Client;
const monitorOf = (watched: Client, system: 'tells' | 'need not tell' = 'tells'): SlowClientMonitor => {
  const of = async (sockets: readonly Socket[]) => {
    const told = new Map<Socket, number>();
    if (watched.queue !== undefined) for (const socket of sockets) told.set(socket, watched.queue);
    return Promise.resolve(told);
  };
  const monitor = new SlowClientMonitor(
    { stallMs: STALL_MS, bodyBytesPerSecond: 8_192 },
    system === 'tells' ? { of } : undefined,
  );
  monitor.begin(watched.request, watched.response);
  return monitor;
};
/** How long the client is watched until it is cut off, in ms; at most 20 minutes. */
async function watchedMs(monitor: SlowClientMonitor, then: () => void = () => undefined): Promise<number> {
  let passed = 0;
  for (; passed < 1_200_000 && !client.socket.destroyed; passed += EVERY_MS) {
    await monitor.check(EVERY_MS);
    then();
  }
  return passed;
}

beforeEach(() => {
  client = new Client();
});

describe('a client of which Node sees nothing for long', () => {
  it('is served for as long as it takes something now and then', async () => {
    let checks = 0;
    const takes = (): void => {
      checks += 1;
      if (checks % 5 === 0) client.take(1);
    };
    expect(await watchedMs(monitorOf(client), takes)).toBe(1_200_000);
  });

  it('is cut off once it has stood still for the whole time', async () => {
    expect(await watchedMs(monitorOf(client))).toBe(STALL_MS + EVERY_MS);
  });

  it('is cut off when it stops after it took much', async () => {
    let left = 10;
    const takes = (): void => {
      if (left-- > 0) client.take(150_000);
    };
    const passed = await watchedMs(monitorOf(client), takes);
    expect(passed - 10 * EVERY_MS).toBeLessThanOrEqual(STALL_MS + 2 * EVERY_MS);
  });

  it('has no part in what was said of an earlier time when all was sent', async () => {
    const monitor = monitorOf(client);
    for (let checks = 0; checks < 6; checks += 1) await monitor.check(EVERY_MS);
    client.socket.writableLength = 0;
    await monitor.check(EVERY_MS);
    client.socket.writableLength = 500_000;
    expect(await watchedMs(monitor)).toBe(STALL_MS + EVERY_MS);
  });

  it('is not counted the time in which the process did not run', async () => {
    const monitor = monitorOf(client);
    await monitor.check(EVERY_MS);
    await monitor.check(10 * STALL_MS);
    expect(client.socket.destroyed).toBe(false);
  });

  it('has longer where it cannot be seen: behind a proxy, or on a system that does not tell', async () => {
    for (const name of ['via', 'forwarded', 'x-forwarded-for']) {
      client = new Client({ [name]: '192.0.2.1' });
      expect(await watchedMs(monitorOf(client))).toBe(4 * STALL_MS + EVERY_MS);
    }
    client = new Client();
    client.queue = undefined;
    expect(await watchedMs(monitorOf(client))).toBe(4 * STALL_MS + EVERY_MS);
  });

  it('is judged by what Node writes where that shows all', async () => {
    expect(await watchedMs(monitorOf(client, 'need not tell'))).toBe(STALL_MS + EVERY_MS);
    client = new Client();
    const writes = (): void => void (client.socket.writableLength -= 1);
    expect(await watchedMs(monitorOf(client, 'need not tell'), writes)).toBe(1_200_000);
  });
});
