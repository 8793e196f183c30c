import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FEATURE_SEPARATOR, type FeatureChunk } from '@cairn/spaces';
import {
  aBatch,
  aFeature,
  aPoint,
  assertAnswersLikeBruteForce,
  assertLikeModel,
  aSpace,
  featureStoreContract,
  several,
  verify,
  writing,
  type FeatureStorePorts,
} from '@cairn/testkit';
import fc from 'fast-check';
import type { RelationalStore } from '../../repositories.js';
import { openSqlite, SQLITE_WRITE_CHUNK } from '../open-sqlite.js';

let folder: string;
let store: RelationalStore;

const openStore = async (): Promise<void> => {
  store = await openSqlite({ file: join(folder, 'cairn.db') });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-features-'));
  await openStore();
});

afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const ports = (): FeatureStorePorts => {
  const { features, spaces, outbox } = store.repositories;
  return { features, spaces, outbox };
};

const modelQuestions = Number(process.env['MODEL_QUESTIONS'] ?? 40);
const modelRuns = Number(process.env['MODEL_RUNS'] ?? 20);

// All rules share one file, because opening one takes longer than most rules. Each creates a space of its own.
const subject = {
  open: async () => ports(),
  reopen: async () => {
    await store.close();
    await openStore();
    return ports();
  },
};

describe('SqliteFeatureStore', () => verify({ contract: featureStoreContract, subject, it }));

it(
  'agrees with a naive model after any operations',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer(), { maxLength: 15 }), (operations) =>
        assertLikeModel(subject, operations),
      ),
      { numRuns: modelRuns, seed: Number(process.env['MODEL_SEED'] ?? 11) },
    ),
  60_000 + modelRuns * 1_000,
);

it(
  'answers random questions as brute force does',
  () =>
    assertAnswersLikeBruteForce(subject, {
      seed: Number(process.env['MODEL_SEED'] ?? 11),
      questions: modelQuestions,
    }),
  60_000 + modelQuestions * 100,
);

describe('a large space', () => {
  const SIZE = 10_000;
  const id = 'large-space';
  const idOf = (number: number): string => `f${String(number).padStart(5, '0')}`;
  const idsIn = async (chunks: AsyncIterable<FeatureChunk>): Promise<readonly string[]> => {
    const ids: string[] = [];
    for await (const { text } of chunks)
      ids.push(...text.split(FEATURE_SEPARATOR).map((feature) => (JSON.parse(feature) as { id: string }).id));
    return ids;
  };
  const all = several(SIZE, idOf);

  beforeAll(async () => {
    const { features, spaces } = ports();
    await spaces.add({ ...aSpace(), id });
    for (let start = 0; start < SIZE; start += SQLITE_WRITE_CHUNK)
      await features.write(
        id,
        aBatch(
          several(SQLITE_WRITE_CHUNK, (offset) => start + offset)
            .filter((number) => number < SIZE)
            .map((number) => {
              const geometry = aPoint((number % 100) - 50, Math.floor(number / 100) - 50);
              const properties = { number, pad: 'x'.repeat(number % 997 === 0 ? 20_000 : 100) };
              return writing(aFeature(idOf(number), { geometry, properties }));
            }),
          { returning: 'ids' },
        ),
      );
  });

  it('is read whole and page by page, long features among short ones', async () => {
    const { features } = ports();
    expect(await idsIn(features.query(id, {}))).toEqual(all);
    const seen: string[] = [];
    for (let page = ['']; page.length > 0; seen.push(...page))
      page = [...(await idsIn(features.query(id, { after: seen.at(-1), limit: 997 })))];
    expect(seen).toEqual(all);
  });

  it('is searched the same by its tree, by sorted numbers, and in order', async () => {
    const { features } = ports();
    const inside = (width: number): readonly string[] =>
      all.filter((_, number) => number % 100 <= width && Math.floor(number / 100) <= width);
    for (const width of [10, 60, 98]) {
      const boxes = [[-50.5, -50.5, width - 49.5, width - 49.5]] as const;
      const ids = inside(width);
      expect(await idsIn(features.query(id, { boxes }))).toEqual(ids);
      expect(await features.count(id, { boxes })).toBe(ids.length);
      const after = ids[5];
      expect(await idsIn(features.query(id, { boxes, after, limit: 7 }))).toEqual(ids.slice(6, 13));
    }
  });

  it('tells how a batch in the background kept others waiting, and of no other batch', async () => {
    const { features } = ports();
    const batch = aBatch([writing(aFeature(idOf(0)))], { onFailure: 'skip', returning: 'ids' });
    const { timing } = await features.write(id, { ...batch, inBackground: true });
    expect(timing).toEqual({ durationMs: expect.any(Number), contended: false });
    expect((await features.write(id, batch)).timing).toBeUndefined();
  });

  it('is counted no further once the count is cancelled', async () => {
    const controller = new AbortController();
    const filter = {
      kind: 'compare',
      operator: 'atLeast',
      path: ['properties', 'number'],
      values: [0],
    } as const;
    const counted = ports().features.count(id, { filter }, controller.signal);
    controller.abort();
    expect(await counted).toBe(0);
  });
});
