import { setTimeout as delay } from 'node:timers/promises';
import { BenchEnvironment } from '../bench-environment.js';
import type { Cairn } from '../cairn.js';
import { RequestBytes, SERIAL } from '../load/http-request.js';
import { run, type Load } from '../load/load.js';
import { photo } from '../pictures/photo.js';
import { spreadOf } from '../statistics.js';
import { uploadRequest } from '../workloads/uploads.js';
import type { HubOptions } from './hub-options.js';
import type { HubResult } from './hub-result.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };
const FIRST_WARM_UP_MS = 3_000;
const MEASURE_MS = 4_000;
const SETTLE_MS = 500;
const MAX_RATIO = 3;
const FEATURE = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [11.05, 47.42] },
  properties: { name: 'Upper hut', beds: 12 },
};

interface Write extends Pick<Load, 'ports' | 'request' | 'expectedStatus'> {
  readonly name: string;
}

/** Milliseconds. */
interface Round {
  readonly idle: readonly number[];
  readonly busy: readonly number[];
}

/** Uploads and small writes while features come in thousands, compared with the same on an idle server. */
export async function measureBeside(options: HubOptions): Promise<readonly HubResult[]> {
  const environment = await BenchEnvironment.open(options);
  try {
    const cairn = await environment.startCairn();
    const writes = await openWrites(cairn);
    await p99Of(writes, FIRST_WARM_UP_MS);
    const startedAt = Date.now();
    const rounds: Round[] = [];
    while (rounds.length < options.rounds) {
      const idle = await p99Of(writes);
      const importing = await environment.startCommand('send-command', [String(cairn.ports[0])]);
      const busy = await p99Of(writes);
      await importing.stop();
      await delay(SETTLE_MS);
      rounds.push({ idle, busy });
    }
    const blockedMs = environment.longestBlockMs(startedAt);
    return writes.map(({ name }, index) => ({ ...resultOf(name, valuesOf(rounds, index)), blockedMs }));
  } finally {
    await environment.close();
  }
}

/** By one client each, at the same time. */
async function p99Of(writes: readonly Write[], warmUpMs = SETTLE_MS): Promise<readonly number[]> {
  const results = await Promise.all(
    writes.map((write) => run({ ...write, clients: 1, warmUpMs, measureMs: MEASURE_MS })),
  );
  return results.map(({ p99Ms }) => p99Ms);
}

async function openWrites(cairn: Cairn): Promise<readonly Write[]> {
  const { ports, authorization } = cairn;
  for (const id of ['bench', 'small']) await createSpace(cairn, id);
  const feature = new RequestBytes({
    method: 'PUT',
    path: `/hub/spaces/small/features/${SERIAL}`,
    headers: { 'Content-Type': 'application/geo+json' },
    body: [JSON.stringify(FEATURE)],
  });
  const upload = uploadRequest(await photo(PHOTO), authorization, 'jpg');
  return [
    { name: 'uploads of 80 KB', ports, request: upload, expectedStatus: 201 },
    { name: 'writes of one feature', ports, request: feature, expectedStatus: 200 },
  ];
}

async function createSpace(cairn: Cairn, id: string): Promise<void> {
  const space = { id, title: id, description: 'Made to be measured.' };
  const body = JSON.stringify({ ...space, owner: 'ANONYMOUS' }); // whoever has no key may write to it
  const headers = { 'Content-Type': 'application/json' };
  const response = await cairn.fetch('/hub/spaces', { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`A space was not created: ${await response.text()}`);
}

interface Pair {
  readonly idle: number;
  readonly busy: number;
}

function valuesOf(rounds: readonly Round[], index: number): readonly Pair[] {
  return rounds.map(({ idle, busy }) => ({ idle: idle[index] ?? 0, busy: busy[index] ?? 0 }));
}

function resultOf(name: string, pairs: readonly Pair[]): Omit<HubResult, 'blockedMs'> {
  return {
    name: `p99 of ${name}, beside an import`,
    unit: 'ms',
    cairn: spreadOf(pairs.map(({ busy }) => busy)),
    baseline: { name: 'idle', value: spreadOf(pairs.map(({ idle }) => idle)) },
    ratio: spreadOf(pairs.map(({ idle, busy }) => busy / idle)),
    bar: { atMost: MAX_RATIO },
  };
}
