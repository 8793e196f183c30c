import { connect } from 'node:net';
import { percentile } from '@cairn/harness';
import { ResponseReader } from './response-reader.js';
import type { RequestSource } from './http-request.js';

const RECEIVE_BYTES = 128 * 1024;

/** Clients that send the next request as soon as the previous one is answered. */
export interface Load {
  /** Each client keeps to one port. Clients are spread evenly over the ports. */
  readonly ports: readonly number[];
  readonly request: RequestSource;
  readonly expectedStatus: number;
  readonly clients: number;
  readonly warmUpMs: number;
  /** No request is sent after this. Requests in flight are answered, but not counted. */
  readonly measureMs: number;
  /** Each client sends one of these as its nth request, and again after as many. They are answered, but not counted. */
  readonly between?: { readonly request: RequestSource; readonly nth: number } | undefined;
}

export interface LoadResult {
  readonly responsesPerSecond: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU use of the load generator itself, in cores. */
  readonly ownCpu: number;
}

/** Runs the load against a local server. @throws {Error} at the first unexpected response. */
export async function run(load: Load): Promise<LoadResult> {
  const from = performance.now() + load.warmUpMs;
  const until = from + load.measureMs;
  const durations: number[] = [];
  const note = (startedAt: number | undefined): 'again' | 'enough' => {
    const now = performance.now();
    if (startedAt !== undefined && now >= from && now < until) durations.push(now - startedAt);
    return now < until ? 'again' : 'enough';
  };
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: load.clients }, (_, client) => runClient(load, client, note)));
  const { user, system } = process.cpuUsage(cpu);
  return {
    responsesPerSecond: (durations.length / load.measureMs) * 1000,
    meanMs: durations.reduce((sum, duration) => sum + duration, 0) / durations.length,
    p50Ms: percentile(durations, 50),
    p99Ms: percentile(durations, 99),
    ownCpu: (user + system) / 1000 / (performance.now() - startedAt),
  };
}

async function runClient(
  { ports, request, expectedStatus, between }: Load,
  client: number,
  note: (startedAt: number | undefined) => 'again' | 'enough',
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const responses = new ResponseReader(expectedStatus);
    let startedAt: number | undefined;
    let sent = 0;
    const ask = (): void => {
      sent += 1;
      const other = between !== undefined && sent % between.nth === 0 ? between.request : undefined;
      startedAt = other === undefined ? performance.now() : undefined;
      socket.cork();
      for (const piece of (other ?? request).next()) socket.write(piece);
      socket.uncork();
    };
    const receive = (bytes: Buffer): void => {
      if (!responses.endsWith(bytes)) return;
      if (note(startedAt) === 'again') ask();
      else socket.end(resolve);
    };
    const socket = connect({
      port: ports[client % ports.length] ?? 0,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(RECEIVE_BYTES),
        callback: (length, buffer) => {
          try {
            receive(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    });
    socket.setNoDelay().on('connect', ask).on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection that was in use.')));
  });
}
