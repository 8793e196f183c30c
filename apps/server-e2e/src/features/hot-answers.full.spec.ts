import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageUseRecord } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { environmentOf } from '@cairn/services';
import { drawing, until } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { startOn } from '../support/environments.js';
import {
  answerOf,
  changeSome,
  openSpaces,
  requestTargets,
  SPACES,
  type ComparedAnswer,
} from './hot-answers.js';

const seed = Number(process.env['HOT_SEED'] ?? 20_261_130);
const count = Number(process.env['HOT_REQUESTS'] ?? 300);
/** One write in so many requests. */
const WRITES_EVERY = 8;
const CHANGES = 30;
/** At least so many requests in a hundred are answered from memory; many of the grammar are refused. */
const PERCENT = 15;

const TIMEOUT_MS = 300_000 + count * 500;

const withoutRates = { CAIRN_RATE_REQUESTS: '0', CAIRN_RATE_FAILED_AUTH: '0' };
const cold = { env: { ...withoutRates, CAIRN_HOT_SPACES: '0' } };
const hot = { env: { ...withoutRates, CAIRN_HOT_SPACES: '64' } };

async function hotSpaces(server: ServerProcess): Promise<StorageUseRecord['hotSpaces']> {
  const response = await server.fetch('/api/storage');
  return ((await response.json()) as StorageUseRecord).hotSpaces;
}

/** Asks until memory answers. */
async function untilHot(server: ServerProcess): Promise<void> {
  for (const id of SPACES)
    await until(`${id} is answered from memory`, async () => {
      await answerOf(server, `/hub/spaces/${id}/bbox?west=0&south=0&east=1&north=1&limit=1`);
      return (await hotSpaces(server)).spaces.some((space) => space.id === id);
    });
}

/** Asks both, and writes through either in between. */
async function compareNodes(one: ServerProcess, other: ServerProcess): Promise<void> {
  await openSpaces(one, seed);
  await untilHot(one);
  const draw = drawing(seed);
  for (const target of await requestTargets(one, seed, count)) {
    if (draw(WRITES_EVERY) === 0) await changeSome(draw(3) === 0 ? other : one, draw);
    if (draw(60) === 0) await untilHot(one);
    expect(await answerOf(one, target)).toEqual(await answerOf(other, target));
  }
}

/** Writes with spaces in memory, and what is answered then. */
async function answersAfterWrites(server: ServerProcess): Promise<readonly ComparedAnswer[]> {
  await openSpaces(server, seed);
  await untilHot(server);
  const draw = drawing(seed);
  for (let change = 0; change < CHANGES; change += 1) await changeSome(server, draw);
  const answers: ComparedAnswer[] = [];
  for (const target of await requestTargets(server, seed, count))
    answers.push(await answerOf(server, target));
  return answers;
}

const expectFromMemory = async (server: ServerProcess): Promise<void> =>
  expect((await hotSpaces(server)).fromMemory).toBeGreaterThan((count * PERCENT) / 100);

it(
  `answers from memory are those of a node without, whichever writes, HOT_SEED=${seed} HOT_REQUESTS=${count}`,
  async () => {
    const stores = await environmentOf('PostgreSQL + disk').open();
    const release = async (): Promise<void> => undefined;
    const one = await startOn(stores, { ...hot, release });
    const other = await startOn(stores, { ...cold, release, key: one.key });
    try {
      await compareNodes(one, other);
      await expectFromMemory(one);
    } finally {
      for (const node of [one, other]) await node.dispose();
      await stores.close();
    }
  },
  TIMEOUT_MS,
);

it(
  `answers from memory are those after a restart without, HOT_SEED=${seed} HOT_REQUESTS=${count}`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cairn-hot-'));
    const server = await ServerProcess.start({ ...hot, dataDir });
    const answers = await answersAfterWrites(server)
      .then(async (given) => await expectFromMemory(server).then(() => given))
      .finally(() => server.dispose());
    const restarted = await ServerProcess.start({ ...cold, dataDir, key: server.key });
    try {
      for (const answer of answers) expect(await answerOf(restarted, answer.target)).toEqual(answer);
    } finally {
      await restarted.dispose();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);
