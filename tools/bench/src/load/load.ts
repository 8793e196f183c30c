import { connect } from 'node:net';
import { percentile } from '../statistics.js';
import { AnswerReader } from './answer-reader.js';
import type { RequestBytes } from './http-request.js';

const RECEIVE_BYTES = 128 * 1024;

/** Clients that each ask again as soon as they are answered. */
export interface Load {
  /** Each client stays with one; as many clients ask at each, or one more. */
  readonly ports: readonly number[];
  readonly request: RequestBytes;
  readonly expectedStatus: number;
  readonly clients: number;
  readonly warmUpMs: number;
  /** After it nobody asks again; what is under way is answered, and not counted. */
  readonly measureMs: number;
}

export interface LoadResult {
  readonly answersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What the load itself took of one core, 1 for all of it. */
  readonly ownCpu: number;
}

/** Puts the load on a server of this machine. @throws {Error} at the first answer that is not the expected one. */
export async function run(load: Load): Promise<LoadResult> {
  const from = performance.now() + load.warmUpMs;
  const until = from + load.measureMs;
  const durations: number[] = [];
  const note = (startedAt: number): 'again' | 'enough' => {
    const now = performance.now();
    if (now >= from && now < until) durations.push(now - startedAt);
    return now < until ? 'again' : 'enough';
  };
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: load.clients }, (_, client) => runClient(load, client, note)));
  const { user, system } = process.cpuUsage(cpu);
  return {
    answersPerSecond: (durations.length / load.measureMs) * 1000,
    p50Ms: percentile(durations, 50),
    p99Ms: percentile(durations, 99),
    ownCpu: (user + system) / 1000 / (performance.now() - startedAt),
  };
}

async function runClient(
  { ports, request, expectedStatus }: Load,
  client: number,
  note: (startedAt: number) => 'again' | 'enough',
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const answers = new AnswerReader(expectedStatus);
    let startedAt = 0;
    const ask = (): void => {
      startedAt = performance.now();
      socket.cork();
      for (const piece of request.next()) socket.write(piece);
      socket.uncork();
    };
    const receive = (bytes: Buffer): void => {
      if (!answers.endsWith(bytes)) return;
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
