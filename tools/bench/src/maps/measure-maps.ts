import { blockingOf, heldBy, openBrowser, percentile, type ServerProcess } from '@cairn/harness';
import type { Page } from 'playwright-core';
import { BenchEnvironment, type Measure } from '../bench-environment.js';
import { resultOf, type Result } from '../result.js';
import { makeLargeMap } from './large-map.js';

const FEATURES = { long: 1_000_000, short: 120_000 };
/** The map is moved for so long, in parts, after each of which what the page holds is weighed. */
const PARTS = { long: { count: 10, ms: 60_000 }, short: { count: 4, ms: 15_000 } };
const LONGEST_TASK_MS = 100;
/** Of the heap after the last part to that after the first, when what is kept once is there. */
const MEMORY_GROWTH = 1.1;
/** The tiles that a map of the world begins with, and some of what is near. */
const ZOOMS = [0, 2, 4, 6, 8, 10];
const TILES_EACH = 6;
const TILE_P99_MS = 1_000;
const MEBIBYTE = 1_048_576;
/** The limit of any tile of the service. */
const TILE_MIB = 1;

/** How maps of many features move: how long they hold up the page at a 4 times slower processor, what it holds, and their tiles. */
export const measureMaps: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) => {
    const form = options.short ? 'short' : 'long';
    const { server } = await environment.startCairn();
    const setup = /http\S+\/setup#(\w+)/.exec(server.output())?.[1];
    const map = await makeLargeMap(environment, server, FEATURES[form]);
    const results = await tilesOf(map.tiles);
    const browser = await openBrowser();
    environment.onClose(() => browser.close());
    const pages = [
      { name: 'the page of its link', address: map.link },
      { name: 'the view of a space of it', address: `${server.address}/spaces/large-1?at=3 -60 0` },
    ];
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, server, setup);
    for (const { name, address } of pages) {
      await page.goto(address);
      await page.locator('canvas').waitFor();
      results.push(...(await movedIn(page, name, PARTS[form])));
    }
    return results;
  });

async function signIn(page: Page, { address }: ServerProcess, token: string | undefined): Promise<void> {
  const response = await page.request.post(`${address}/api/setup`, {
    headers: { origin: new URL(address).origin },
    data: { token, name: 'Bench', password: 'four quiet words here' },
  });
  if (!response.ok()) throw new Error(await response.text());
}

/** What it takes to draw tiles that nobody has asked for, one after the other, and how large they are. */
async function tilesOf(addresses: readonly string[]): Promise<Result[]> {
  const [durations, sizes]: [number[], number[]] = [[], []];
  for (const address of addresses)
    for (const zoom of ZOOMS)
      for (let number = 0; number < Math.min(TILES_EACH, 4 ** zoom); number += 1) {
        const [x, y] = [2 ** zoom * (0.3 + 0.05 * number), 2 ** zoom * 0.71].map(Math.floor);
        const url = address.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
        const from = performance.now();
        const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
        sizes.push((await response.arrayBuffer()).byteLength);
        durations.push(performance.now() - from);
        if (!response.ok) throw new Error(`${url} answers ${response.status}`);
      }
  process.stderr.write(
    `  ${sizes.length} tiles, the largest of ${Math.round(Math.max(...sizes) / 1_000)} kB\n`,
  );
  return [
    resultOf([{ cairn: percentile(durations, 99), baseline: TILE_P99_MS }], {
      name: 'maps: the slowest tile of 100, first drawn',
      unit: 'ms',
      baseline: 'at most',
      bar: { atMost: 1 },
    }),
    resultOf([{ cairn: Math.max(...sizes) / MEBIBYTE, baseline: TILE_MIB }], {
      name: 'maps: the largest tile',
      unit: 'MiB',
      baseline: 'at most',
      bar: { atMost: 1 },
    }),
  ];
}

interface Parts {
  readonly count: number;
  readonly ms: number;
}

/** Moves the map for some time. */
async function movedIn(page: Page, name: string, { count, ms }: Parts): Promise<readonly Result[]> {
  const [busiest, heaps]: [number[], number[]] = [[], []];
  for (let part = 0; part < count; part += 1) {
    const blocking = await blockingOf(page, async () => await move(page, performance.now() + ms));
    const held = await heldBy(page);
    busiest.push(blocking.busiest);
    heaps.push(held.heapMb);
    process.stderr.write(`  ${name}: ${JSON.stringify({ ...blocking, ...held })}\n`);
  }
  return [
    resultOf(
      busiest.map((cairn) => ({ cairn, baseline: LONGEST_TASK_MS })),
      { name: `maps: the longest task of ${name}`, unit: 'ms', baseline: 'at most', bar: { atMost: 1 } },
    ),
    resultOf([{ cairn: heaps.at(-1) ?? NaN, baseline: heaps[0] ?? NaN }], {
      name: `maps: the memory of ${name}, moved for ${Math.round((count * ms) / 60_000)} min`,
      unit: 'MiB',
      baseline: 'at first',
      bar: { atMost: MEMORY_GROWTH },
    }),
  ];
}

/** Drags the map about, and goes near and far: the same way again and again. */
async function move(page: Page, until: number): Promise<void> {
  const box = await page.locator('canvas').boundingBox();
  if (box === null) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let turn = 0; performance.now() < until; turn += 1) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    const sign = turn % 2 === 0 ? 1 : -1;
    for (let step = 1; step <= 10; step += 1)
      await page.mouse.move(x + sign * 20 * step, y + sign * 4 * step);
    await page.mouse.up();
    // Three times nearer, then three times farther.
    await page.mouse.wheel(0, turn % 6 < 3 ? -400 : 400);
    await page.waitForTimeout(500);
  }
}
