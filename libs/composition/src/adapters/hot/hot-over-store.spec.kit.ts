import type { RelationalStore } from '@cairn/adapter-typeorm';
import { assertAnswersLikeBelow, assertReadsKeepUp, featureStoreContract, verify } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOT_MODES, hotStore, type HotMode } from './hot-stores.spec.kit.js';

const seed = Number(process.env['MODEL_SEED'] ?? 11);
const questions = Number(process.env['MODEL_QUESTIONS'] ?? 200);
const writes = Number(process.env['MODEL_WRITES'] ?? 100);

/** A store below. `open` gives another one on the same data, as after a restart or in another process. */
export interface Below {
  readonly name: string;
  open(): Promise<RelationalStore>;
  /** Whether several may be open on the same data at once. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

const portsOf = ({ repositories }: RelationalStore, mode: HotMode) => {
  const { features: below, spaces, outbox } = repositories;
  return { ...hotStore(below, mode), below, spaces, outbox };
};

/** Runs the promises of a hot store over this one, in each mode. */
export function verifyHotOver(openBelow: () => Below): void {
  describe.each(HOT_MODES)(`HotFeatureStore over ${openBelow().name}, %s`, (mode) => {
    const below = openBelow(); // rules that count all spaces need one of their own
    let store: RelationalStore;

    beforeAll(async () => {
      store = await below.open();
    });

    afterAll(async () => {
      await store.close();
      await below.close();
    });

    verify({
      contract: featureStoreContract,
      subject: {
        open: async () => portsOf(store, mode),
        reopen: async () => {
          await store.close();
          store = await below.open();
          return portsOf(store, mode);
        },
      },
      it,
    });

    it(
      `answers random questions as the store below, between changes of any kind, MODEL_SEED=${seed}`,
      async () => {
        const { hot, ...ports } = portsOf(store, mode);
        const other = below.isShared ? ports.below : undefined;
        await assertAnswersLikeBelow({ ...ports, other }, { seed, questions, size: 400, changesEvery: 10 });
        expect(hot.state().answers).toBeGreaterThan(questions / 5);
      },
      60_000 + questions * 200,
    );

    it('has what was written before a question, and never goes back', async () => {
      const { features, spaces } = portsOf(store, mode);
      await assertReadsKeepUp({ spaces, reading: features, writing: features, seed, readers: 6, writes });
    }, 120_000);

    // Only one process opens the file of SQLite.
    if (below.isShared)
      it('has what another node wrote before a question, and never goes back', async () => {
        const other = await below.open();
        try {
          const { features: reading } = portsOf(store, mode);
          const { features: writing, spaces } = other.repositories;
          await assertReadsKeepUp({ spaces, reading, writing, seed, readers: 6, writes });
        } finally {
          await other.close();
        }
      }, 120_000);
  });
}
