import { randomUUID } from 'node:crypto';
import type { UploadResult } from '@cairn/api-schema';
import { Random, ServerProcess, slowly, UNLIMITED, uploadForm } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startOn } from '../support/environments.js';

const CLIENTS = 20;
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 8);
const KILLS = 6;
/** A claim is held for 6 s. */
const MORE_THAN_HELD_MS = 7_000;

// Many rounds of many clients.
jest.setTimeout(120_000 + ROUNDS * 4_000);

const upload = (server: ServerProcess, key: string, tag: string): Promise<Response> =>
  server.fetch('/api/upload', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: uploadForm({ bytes: fixtures.jpeg.bytes, path: tag, tags: tag }),
  });

const idsOf = async (server: ServerProcess, tag: string): Promise<readonly string[]> =>
  (await server.json<readonly { id: string }[]>('GET', `/api/tags/${tag}/images`)).map(({ id }) => id);

/** One effect: one image, which all answers name. */
async function raceOnce(nodes: readonly ServerProcess[], round: number): Promise<void> {
  const [key, tag] = [randomUUID(), `round-${round}`];
  const sent = Array.from({ length: CLIENTS }, (_, client) => nodes[client % nodes.length]);
  const answers = await Promise.all(sent.flatMap((node) => (node ? [upload(node, key, tag)] : [])));
  const results = await Promise.all(answers.map(async (answer) => (await answer.json()) as UploadResult));
  expect(answers.map(({ status }) => status)).toEqual(Array(CLIENTS).fill(201));
  const [first] = nodes;
  expect(first && (await idsOf(first, tag))).toEqual([...new Set(results.map(({ id }) => id))]);
}

describe.each(['SQLite + disk', 'memory'] as const)('on %s', (name) => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startOn(await environmentOf(name).open(), { env: UNLIMITED });
  });

  afterAll(() => server.dispose());

  it(`a key that ${CLIENTS} clients send at once has one effect, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) await raceOnce([server], round);
  });
});

describe('two nodes on PostgreSQL + S3', () => {
  let stores: OpenedStores;
  let nodes: readonly ServerProcess[];

  beforeAll(async () => {
    stores = await environmentOf('PostgreSQL + S3').open();
    const release = async (): Promise<void> => undefined;
    const first = await startOn(stores, { release, env: UNLIMITED });
    nodes = [first, await startOn(stores, { release, key: first.key, env: UNLIMITED })];
  });

  afterAll(async () => {
    for (const node of nodes) await node.dispose();
    await stores.close();
  });

  it(`a key that ${CLIENTS} clients send at once has one effect, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) await raceOnce(nodes, round);
  });
});

it(`a key has one effect over ${KILLS} kills in the middle of its requests`, async () => {
  const random = new Random(37);
  let server = await ServerProcess.start({ env: UNLIMITED });
  const { key, dataDir } = server;
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const tags = Array.from({ length: 8 }, (_, index) => `kill-${kill}-${index}`);
      const cut = Promise.allSettled(tags.map((tag) => upload(server, tag, tag)));
      await slowly(random.below(60));
      await server.end('SIGKILL');
      await cut;
      // Requests wait for the claims of the first process that is killed; those of the others are free by the clock.
      const aheadMs = kill * MORE_THAN_HELD_MS;
      server = await ServerProcess.start({ env: UNLIMITED, key, dataDir, aheadMs });
      for (const answer of await Promise.all(tags.map((tag) => upload(server, tag, tag)))) {
        expect(answer.status).toBe(201);
        await answer.arrayBuffer();
      }
      for (const tag of tags) expect(await idsOf(server, tag)).toHaveLength(1);
    }
  } finally {
    await server.dispose();
  }
});
