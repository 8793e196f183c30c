import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess, uploadForm } from '@cairn/harness';
import { NoiseImage } from './noise-image.js';

const READERS = 200;
const IDLE = 200;
const SLOW_SENDERS = 50;
const RUDE_ADDRESS = '127.0.0.2';
const LARGE_SIDE = 2_500; // 19 MB, more than socket buffers hold
const NORMAL_CLIENTS = 4;
const DRIP_MS = 500;
/** Idle connections time out after 5 s, checked every 2 s. */
const SETTLE_MS = 8_000;

interface SlowClientsOptions {
  /** Duration of each of the two measurements, in seconds. */
  readonly seconds: number;
  readonly report: (line: string) => void;
}

/** Resources of a server process. */
interface ProcessResources {
  readonly descriptors: number;
  readonly rssMib: number;
}

/** Slow clients beside normal traffic: its p99 in milliseconds, and the resources with them and without them again. */
interface Wave {
  readonly p99: number;
  readonly during: ProcessResources;
  readonly after: ProcessResources;
}

/**
 * Measures normal traffic alone, then twice beside clients that never read, never send or send byte by byte, and the
 * server's resources during and after each wave. The process keeps the memory of the first wave for later use, so a
 * leak is what the second one adds. Returns the faults.
 */
export async function slowClients({ seconds, report }: SlowClientsOptions): Promise<readonly string[]> {
  const server = await ServerProcess.start({
    env: {
      CAIRN_LOG_LEVEL: 'warn',
      CAIRN_RATE_UPLOADS: '0',
      CAIRN_RATE_REQUESTS: '0',
      CAIRN_IMAGE_QUOTA: '1000000',
    },
  });
  try {
    const large = await upload(server, NoiseImage.ofSide(LARGE_SIDE).with('large'));
    await traffic(server, 5);
    const alone = p99Of(await traffic(server, seconds));
    await sleep(SETTLE_MS);
    const before = await resourcesOf(server.pid);
    const wave = (): Promise<Wave> => waveOf(server, large, seconds);
    const [first, second] = [await wave(), await wave()];
    const clients = READERS + IDLE + SLOW_SENDERS;
    report(
      `normal p99 ${alone.toFixed(1)} ms alone, ${first.p99.toFixed(1)} and ${second.p99.toFixed(1)} ms beside ${clients} slow clients`,
    );
    const stages = {
      before,
      during: first.during,
      after: first.after,
      again: second.during,
      end: second.after,
    };
    for (const [when, { descriptors, rssMib }] of Object.entries(stages))
      report(`${when.padEnd(6)} ${descriptors} descriptors, ${rssMib.toFixed(0)} MiB`);
    return [
      ...(Math.max(first.p99, second.p99) > 2 * alone
        ? ['normal requests took more than twice as long']
        : []),
      ...(second.after.descriptors > before.descriptors ? ['descriptors are still open'] : []),
      ...(second.after.rssMib > first.after.rssMib + 50 ? ['memory is lost with every wave'] : []),
    ];
  } finally {
    await server.dispose();
  }
}

async function waveOf(server: ServerProcess, large: string, seconds: number): Promise<Wave> {
  const sockets = await dialAll(server, large);
  const p99 = p99Of(await traffic(server, seconds));
  const during = await resourcesOf(server.pid);
  for (const socket of sockets) socket.destroy();
  await sleep(SETTLE_MS);
  // Memory is collected when the next requests need some, not when a connection ends.
  await traffic(server, 5);
  await sleep(SETTLE_MS);
  return { p99, during, after: await resourcesOf(server.pid) };
}

/** Uploads, files, unchanged files and records in turn. Returns each duration in milliseconds. */
async function traffic(server: ServerProcess, seconds: number): Promise<readonly number[]> {
  const end = performance.now() + seconds * 1_000;
  const durations: number[] = [];
  const image = NoiseImage.ofSide(100);
  const client = async (name: number): Promise<void> => {
    for (let round = 0; performance.now() < end; round += 1) {
      const file = await timed(durations, () => upload(server, image.with(`${name}-${round}`)));
      for (let reads = 0; reads < 5; reads += 1) {
        const { headers } = await timed(durations, () => read(server, file));
        await timed(durations, () => read(server, file, { 'if-none-match': headers.get('etag') ?? '' }));
        await timed(durations, () => read(server, '/api/quota'));
      }
      await sleep(10);
    }
  };
  await Promise.all(Array.from({ length: NORMAL_CLIENTS }, (_, name) => client(name)));
  return durations;
}

async function timed<T>(durations: number[], work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  durations.push(performance.now() - startedAt);
  return result;
}

/** Path of the stored file. */
async function upload(server: ServerProcess, bytes: Uint8Array): Promise<string> {
  const body = uploadForm({ bytes, name: 'noise.png' });
  const response = await server.fetch('/api/upload', { method: 'POST', body });
  if (response.status !== 201) throw new Error(`An upload was answered ${response.status}.`);
  return new URL(((await response.json()) as { readonly url: string }).url).pathname;
}

async function read(
  server: ServerProcess,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await server.fetch(path, { headers });
  await response.arrayBuffer();
  if (![200, 304].includes(response.status)) throw new Error(`${path} was answered ${response.status}.`);
  return response;
}

async function dialAll(server: ServerProcess, large: string): Promise<readonly Socket[]> {
  const dial = async (kind: (socket: Socket) => void): Promise<Socket> => {
    const { hostname: host, port } = new URL(server.address);
    const socket = connect({ host, port: Number(port), localAddress: RUDE_ADDRESS });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    kind(socket);
    return socket;
  };
  const readNothing = (socket: Socket): void => {
    socket.pause().write(`GET ${large} HTTP/1.1\r\nHost: x\r\n\r\n`);
  };
  const sendNothing = (socket: Socket): void => void socket.resume();
  const sendSlowly = (socket: Socket): void => {
    socket
      .resume()
      .write(
        `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
    const timer = setInterval(() => socket.write('1\r\n-\r\n'), DRIP_MS);
    socket.once('close', () => clearInterval(timer));
  };
  const kinds = [
    ...times(READERS, readNothing),
    ...times(IDLE, sendNothing),
    ...times(SLOW_SENDERS, sendSlowly),
  ];
  return await Promise.all(kinds.map(dial));
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value);
}

function p99Of(durations: readonly number[]): number {
  const sorted = durations.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

async function resourcesOf(pid: number): Promise<ProcessResources> {
  const [descriptors, status] = await Promise.all([
    readdir(`/proc/${pid}/fd`),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
  return { descriptors: descriptors.length, rssMib: Number(kib) / 1_024 };
}
