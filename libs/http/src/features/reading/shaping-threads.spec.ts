import { describe, expect, it } from '@jest/globals';
import { csvRows, FEATURE_SEPARATOR, shapeFeatures } from '@cairn/spaces';
import { later, untilThreadsCompute } from '@cairn/testkit';
import { ShapingThreads } from './shaping-threads.js';

/** Edges across a square, nearly all of which cross each other. */
function scribble(count: number, seed: number): readonly (readonly number[])[] {
  let state = seed;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const positions = Array.from({ length: count }, () => [random(), random()]);
  return [...positions, ...positions.slice(0, 1)];
}

/** A thousand positions around the origin. */
function circle(): readonly (readonly number[])[] {
  const at = (index: number): readonly number[] => [
    Math.cos((index * Math.PI) / 500),
    Math.sin((index * Math.PI) / 500),
  ];
  return [...Array.from({ length: 1_000 }, (_, index) => at(index)), at(0)];
}

const polygon = (coordinates: readonly unknown[]) => ({ type: 'Polygon', coordinates }) as never;
const feature = (ring: readonly unknown[]): string =>
  JSON.stringify({ type: 'Feature', id: 'a', geometry: polygon([ring]), properties: {} });
const onGrid = (ring: readonly (readonly number[])[]) =>
  ring.map((position) => position.map((each) => Math.round(each * 899) / 10));
/** A limit that no test waits for. */
const PATIENT_MS = 600_000;
const never = { holder: 'a', signal: new AbortController().signal };

/**
 * Runs the work and counts the turns of other work in the meantime. Fails if these are few. Some turns between blocks
 * are normal.
 */
async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  let [turns, isOver] = [0, false];
  const others = (async () => {
    for (; !isOver; turns += 1) await later();
  })();
  const result = await work();
  isOver = true;
  await others;
  expect(turns).toBeGreaterThan(100);
  return result;
}

describe('ShapingThreads', () => {
  it('gives up a cut that takes too long, and cuts others after it', async () => {
    const threads = new ShapingThreads(100); // clipping takes seconds
    const hard = threads.shaper({ clipArea: polygon([scribble(1_000, 5)]) }, never);
    await expect(hard(feature(scribble(1_000, 7)))).rejects.toMatchObject({ code: 'invalid-input' });
    Object.assign(threads, { maxMs: PATIENT_MS }); // for the tests that are not about time
    const easy = threads.shaper({ clipArea: polygon([[[0, 0], [5, 0], [5, 5], [0, 0]]]) }, never); // prettier-ignore
    expect(await easy(feature(circle()))).toContain('"id":"a"');
  });

  it('selects members and makes rows of a large feature without holding up others', async () => {
    const threads = new ShapingThreads(PATIENT_MS);
    const members = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`m${index}`, `=${index}`]),
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
    const cut = await undisturbed(
      async () => await new ShapingThreads(PATIENT_MS).shaper(shaping, never)(small),
    );
    expect(cut).toBe(shapeFeatures(small, shaping));
  });

  it('leaves a thread to others where one has many long cuts, and passes cuts to areas with other work', async () => {
    const threads = new ShapingThreads(PATIENT_MS);
    const leaving = new AbortController();
    const hard = async (holder: string): Promise<string> =>
      await threads.shaper(
        { clipArea: polygon([scribble(1_000, 5)]) },
        { holder, signal: leaving.signal },
      )(feature(scribble(1_000, 7)));
    const long = [hard('greedy'), hard('greedy'), hard('greedy')];
    const large = feature(circle());
    const area = { clipArea: polygon([[[0, 0], [5, 0], [5, 5], [0, 0]]]) }; // prettier-ignore
    const other = { ...never, holder: 'other' };
    expect(await threads.shaper(area, other)(large)).toContain('"id":"a"');
    long.push(hard('another')); // all threads for areas are in use
    expect(await threads.shaper({ clip: [0, 0, 5, 5] }, other)(large)).toContain('"id":"a"');
    leaving.abort();
    expect(await Promise.all(long)).toEqual(['', '', '', '']);
  });

  it('ends a cut that nobody waits for', async () => {
    const threads = new ShapingThreads(PATIENT_MS);
    const leaving = new AbortController();
    const turn = { holder: 'a', signal: leaving.signal };
    const cut = threads.shaper(
      { clipArea: polygon([scribble(1_000, 5)]) },
      turn,
    )(feature(scribble(1_000, 7)));
    await untilThreadsCompute(200);
    leaving.abort();
    expect(await cut).toBe('');
  });
});
