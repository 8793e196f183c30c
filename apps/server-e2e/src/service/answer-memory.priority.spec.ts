import type { Socket } from 'node:net';
import { markdownTable, peakMemoryWhile, percentile, ServerProcess, slowly } from '@cairn/harness';
import { everyStore, type OpenedStores } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dial } from '../support/raw-connection.js';

const MEBIBYTE = 1024 * 1024;
const READERS = 64;
/** The memory of a small container, and of heaps as Node makes them there. */
const CONTAINER_BYTES = 512 * MEBIBYTE;
/** A quarter more: pages of files count as the process's, too, and the system takes them back. Without a bound it was 7 GiB. */
const MOST_BYTES = CONTAINER_BYTES * 1.25;
const NODE_OPTIONS = [
  '--max-old-space-size=259',
  '--import',
  `data:text/javascript,process.constrainedMemory = () => ${CONTAINER_BYTES};`,
];
/** `ANSWER_MEMORY=all` asks for everything, for longer: some three minutes. */
const isWhole = process.env['ANSWER_MEMORY'] === 'all';
const READS_MS = isWhole ? 4_000 : 2_000;
const SOME = ['searchFeatures, selection', 'getFeatures', 'exportFeatures, CSV', 'listSpaces, a page'];
const SPACES = isWhole ? 3_000 : 1_000;

const json = { 'content-type': 'application/json' };

/** The longest feature that is taken, with a letter that needs two bytes for each letter in memory. */
const large = (id: string): string =>
  JSON.stringify({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [1, 2] },
    properties: { name: 'Žižkov', text: 'x'.repeat(10 * MEBIBYTE - 2_000) },
  });

/** What is asked for, of a space of six large features. */
const targets = (space: string): Readonly<Record<string, string>> => ({
  searchFeatures: `/hub/spaces/${space}/search?limit=100`,
  'searchFeatures, sorted': `/hub/spaces/${space}/search?limit=100&sort=properties.name`,
  'searchFeatures, selection': `/hub/spaces/${space}/search?limit=100&selection=p.text`,
  iterateFeatures: `/hub/spaces/${space}/iterate?limit=100`,
  getFeaturesInBbox: `/hub/spaces/${space}/bbox?west=0&south=0&east=9&north=9`,
  getFeaturesInTile: `/hub/spaces/${space}/tile/web/0_0_0`,
  getFeaturesAround: `/hub/spaces/${space}/spatial?lat=2&lon=1&radius=1000`,
  'getFeaturesAround, nearest': `/hub/spaces/${space}/spatial?lat=2&lon=1&nearest=1`,
  getFeatures: `/hub/spaces/${space}/features?id=n0,n1,n2,n3,n4,n5`,
  getFeature: `/hub/spaces/${space}/features/n0`,
  exportFeatures: `/hub/spaces/${space}/export`,
  'exportFeatures, CSV': `/hub/spaces/${space}/export?f=csv`,
  listSpaces: '/hub/spaces?includeRights=true',
  'listSpaces, a page': '/hub/spaces?limit=1000',
  listKeys: '/api/keys',
});

/** Takes some of an answer, now and then. */
async function readSlowly(
  server: ServerProcess,
  target: string,
  key: string,
  stopped: { is: boolean },
): Promise<void> {
  let socket: Socket | undefined;
  while (!stopped.is) {
    if (socket === undefined || socket.destroyed || socket.readableEnded) {
      socket?.destroy();
      socket = await dial(server);
      socket.write(
        `GET ${server.target(target)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
      );
      const taken = socket;
      taken.on('data', () => taken.pause());
    }
    await slowly(200);
    if (!socket.destroyed) socket.resume();
  }
  socket?.destroy();
}

interface Reading {
  readonly mebibytes: number;
  readonly waits: readonly number[];
}

describe.each(everyStore)('64 slow readers, $name', ({ open }) => {
  let stores: OpenedStores;
  let server: ServerProcess;
  let space = '';

  beforeAll(async () => {
    stores = await open();
    server = await ServerProcess.start({
      env: {
        ...stores.env,
        CAIRN_RATE_REQUESTS: '0',
        CAIRN_RATE_FAILED_AUTH: '0',
      },
      nodeOptions: NODE_OPTIONS,
    });
    space = (await server.json<{ id: string }>('POST', '/hub/spaces', { title: 'Large' })).id;
    for (let number = 0; number < 6; number += 1) {
      const answer = await server.fetch(`/hub/spaces/${space}/features/n${number}`, {
        method: 'PUT',
        headers: { ...json, accept: 'application/x-empty' },
        body: large(`n${number}`),
      });
      expect(answer.status).toBeLessThan(300);
    }
    const description = 'd'.repeat(9_000);
    for (let made = 0; made < SPACES; made += 50)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          server.json('POST', '/hub/spaces', { title: 'One of many', description }),
        ),
      );
  }, 240_000);

  afterAll(async () => {
    await server.dispose();
    await stores.close();
  });

  /** The most memory of the server while so many read slowly, and how long others wait. */
  async function readBy(count: number, name: string, target: string): Promise<Reading> {
    const stopped = { is: false };
    const readers = Array.from({ length: count }, () => readSlowly(server, target, server.key, stopped));
    const waits: number[] = [];
    const beside = async (): Promise<void> => {
      const begun = performance.now();
      while (performance.now() - begun < READS_MS) {
        const from = performance.now();
        const alive = await fetch(`${server.address}/livez`).catch(() => undefined);
        if (alive?.status !== 200)
          throw new Error(`${name} ended the server: ${server.output().slice(-3_000)}`);
        waits.push(performance.now() - from);
        await slowly(20);
      }
      stopped.is = true;
      await Promise.all(readers);
    };
    const peak = await peakMemoryWhile(server.pid, beside());
    return { mebibytes: Math.round(peak / MEBIBYTE), waits };
  }

  it('of any operation end no server, and take a bounded part of its memory', async () => {
    const rows: string[][] = [];
    const tooMuch: string[] = [];
    const asked = Object.entries(targets(space)).filter(([name]) => isWhole || SOME.includes(name));
    for (const [name, target] of asked) {
      const alone = isWhole ? `${(await readBy(1, name, target)).mebibytes}` : '';
      const { mebibytes, waits } = await readBy(READERS, name, target);
      if (mebibytes * MEBIBYTE > MOST_BYTES) tooMuch.push(name);
      const [median, most] = [50, 99].map((part) => `${Math.round(percentile(waits, part))}`);
      rows.push([name, alone, `${mebibytes}`, median ?? '', most ?? '']);
    }
    const heads = [
      'operation',
      'MiB, one reader',
      `MiB, ${READERS}`,
      'ms that others wait',
      'the slowest of 100',
    ];
    process.stdout.write(`\n${markdownTable(heads, rows)}\n`);
    expect(tooMuch).toEqual([]);
  }, 600_000);
});
