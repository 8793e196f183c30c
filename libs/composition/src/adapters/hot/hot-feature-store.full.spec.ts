import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres, openSqlite, type RelationalStore } from '@cairn/adapter-typeorm';
import { openTestPostgres } from '@cairn/services';
import {
  assertAnswersLikeBelow,
  assertReadsKeepUp,
  featureStoreContract,
  verify,
  type FeatureStorePorts,
} from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { memoryRepositories } from '../memory-repositories.js';
import { HOT_MODES, hotStore, type HotMode } from './hot-stores.spec.kit.js';

const seed = Number(process.env['MODEL_SEED'] ?? 11);
const questions = Number(process.env['MODEL_QUESTIONS'] ?? 500);
const writes = Number(process.env['MODEL_WRITES'] ?? 200);

const server = await openTestPostgres();
afterAll(() => server.close());

/** The stores below. `open` gives another one on the same data, as after a restart or in another process. */
interface Below {
  readonly name: string;
  open(): Promise<RelationalStore>;
  /** Whether several may be open on the same data at once. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

function sqlite(): Below {
  let folder: string | undefined;
  return {
    name: 'SQLite',
    isShared: false,
    open: async () => {
      folder ??= await mkdtemp(join(tmpdir(), 'cairn-hot-'));
      return await openSqlite({ file: join(folder, 'cairn.db') });
    },
    close: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
}

function postgres(): Below {
  let url: string | undefined;
  return {
    name: server.name,
    isShared: true,
    open: async () => await openPostgres({ url: (url ??= await server.fresh()) }),
    close: async () => undefined,
  };
}

const portsOf = ({ repositories }: RelationalStore, mode: HotMode) => {
  const { features: below, spaces, outbox } = repositories;
  return { ...hotStore(below, mode), below, spaces, outbox };
};

describe.each(HOT_MODES.filter((mode) => mode !== 'overlay'))('HotFeatureStore over memory, %s', (mode) => {
  const open = async (): Promise<FeatureStorePorts> => {
    const { features: below, spaces, outbox } = memoryRepositories();
    if (below === undefined) throw new Error('There is no store of features.');
    return { ...hotStore(below, mode), spaces, outbox };
  };
  verify({
    contract: featureStoreContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'features are all there after a restart, with the head of their space': 'memory is not durable',
      'features are kept as they were beyond a restart': 'memory is not durable',
    },
  });
});

for (const openBelow of [sqlite, postgres])
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
