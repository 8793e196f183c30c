import { describe, expect, it } from '@jest/globals';
import { csvRows, FEATURE_SEPARATOR, shapeFeatures } from '@cairn/spaces';
import { ShapingThreads } from './shaping-threads.js';

/** Edges across a square, nearly all of which cross each other. */
function scribble(count: number, seed: number): readonly (readonly number[])[] {
  let state = seed;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const positions = Array.from({ length: count }, () => [random(), random()]);
  return [...positions, ...positions.slice(0, 1)];
}

const polygon = (coordinates: readonly unknown[]) => ({ type: 'Polygon', coordinates }) as never;
const feature = (ring: readonly unknown[]): string =>
  JSON.stringify({ type: 'Feature', id: 'a', geometry: polygon([ring]), properties: {} });
const onGrid = (ring: readonly (readonly number[])[]) =>
  ring.map((position) => position.map((each) => Math.round(each * 899) / 10));
const never = { holder: 'a', signal: new AbortController().signal };

/** How long other work waited for its turn while this was done, and how long it may wait. */
async function turnsDuring<T>(work: () => Promise<T>) {
  let [last, longestMs] = [performance.now(), 0];
  const look = (): void => {
    const now = performance.now();
    [longestMs, last] = [Math.max(longestMs, now - last), now];
  };
  const timer = setInterval(look, 1);
  const startedAt = performance.now();
  const result = await work();
  look();
  clearInterval(timer);
  return { result, longestMs, limitMs: Math.max(20, (performance.now() - startedAt) / 3) };
}

/** Fails if other work waits each time: a busy machine holds up one run, work that blocks all. */
async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run++) {
    const { result, longestMs, limitMs } = await turnsDuring(work);
    if (longestMs < limitMs) return result;
    if (run === 5) throw new Error(`other work waited for ${longestMs} of at most ${limitMs} ms`);
  }
}

describe('ShapingThreads', () => {
  it('gives up a cut that takes too long, and cuts others after it', async () => {
    const threads = new ShapingThreads(3_000);
    const hard = threads.shaper({ clipArea: polygon([scribble(1_000, 5)]) }, never);
    await expect(hard(feature(scribble(1_000, 7)))).rejects.toMatchObject({ code: 'invalid-input' });
    const large = Array.from({ length: 1_001 }, (_, i) => [
      Math.cos((i * Math.PI) / 500),
      Math.sin((i * Math.PI) / 500),
    ]);
    const easy = threads.shaper({ clipArea: polygon([[[0, 0], [5, 0], [5, 5], [0, 0]]]) }, never); // prettier-ignore
    expect(await easy(feature([...large.slice(0, -1), large[0]]))).toContain('"id":"a"');
  });

  it('selects members and makes rows of a large feature without holding up others', async () => {
    const threads = new ShapingThreads();
    const members = Object.fromEntries(
      Array.from({ length: 200_000 }, (_, index) => [`m${index}`, `=${index}`]),
    );
    const large = JSON.stringify({ type: 'Feature', id: 'a', geometry: null, properties: members });
    const small = feature([[0, 0]]); // prettier-ignore
    const texts = [small, large, small].join(FEATURE_SEPARATOR);
    const selection = { paths: [['properties', 'm7']], geometry: 'null' } as const;
    const table = [
      { names: ['m1', 'm2'], mayHaveOthers: true },
      { geometry: 'wkt', formulas: 'escaped' },
    ] as const;
    const [selected, rows] = await undisturbed(async () => [
      await threads.shaper({ selection }, never)(texts),
      await threads.rows(never)(large, ...table),
    ]);
    expect(selected).toBe(shapeFeatures(texts, { selection }));
    expect(rows).toBe(csvRows(large, ...table));
  });

  it('cuts small shapes that cross everywhere without holding up others', async () => {
    const shaping = { clipArea: polygon([onGrid(scribble(240, 5))]) };
    const small = feature(onGrid(scribble(240, 7)));
    expect(small.length + JSON.stringify(shaping).length).toBeLessThan(8_192);
    const cut = await undisturbed(async () => await new ShapingThreads().shaper(shaping, never)(small));
    expect(cut).toBe(shapeFeatures(small, shaping));
  });

  it('ends a cut that nobody waits for', async () => {
    const threads = new ShapingThreads(60_000);
    const leaving = { holder: 'a', signal: AbortSignal.timeout(200) };
    const hard = threads.shaper({ clipArea: polygon([scribble(1_000, 5)]) }, leaving);
    expect(await hard(feature(scribble(1_000, 7)))).toBe('');
  });
});
