import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseSettings } from '@cairn/server/parts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blocksFor } from './checks.mjs';
import { Installation } from './installation.mjs';
import { runBlocks } from './shell.mjs';

const byPage = blocksFor('tools/docs/commands.full.spec.mjs');
/** Opens the stores by itself, so that it waits until no server does. */
const isAlone = ({ code }) => /cairn -- (?!.*--url)|cairn fsck|adopt-store|node:sqlite/.test(code);
const FIRST = 'docs/accounts.md'; // makes the first user

let installation;

beforeAll(async () => {
  installation = await Installation.open();
});
afterAll(() => installation?.close());

/** Runs blocks of a page with the folders of this test in the place of those of the page. */
async function run(blocks) {
  const { env, folder, server } = installation;
  const here = (code) =>
    code
      .replaceAll('http://127.0.0.1:8080', server.address)
      .replaceAll(/cairn_…/g, server.key)
      .replaceAll(/(cairn -- (?:import|export)) (?!.*--url)/g, `$1 --account ${env.ACCOUNT} `) // there are several here
      .replaceAll(/(?<= |=)\/(backups|srv\/cairn-new)/g, `${folder}/$1`);
  return await runBlocks(
    blocks.map((block) => ({ ...block, code: here(block.code) })),
    {
      folder,
      env: {
        ...env,
        CAIRN_DATA_DIR: join(folder, 'data'),
      },
    },
  );
}

/** The settings with which a block starts a server, if it does. */
function started() {
  const path = join(installation.folder, 'settings');
  if (!existsSync(path)) return undefined;
  const env = Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\0')
      .map((line) => line.split(/=(.*)/s)),
  );
  rmSync(path);
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => /^(CAIRN|OTEL)_/.test(name) && name !== 'CAIRN_KEY'),
  );
}

const parts = byPage.flatMap(([page, blocks]) =>
  [
    { page, when: 'beside a server', blocks: blocks.filter((block) => !isAlone(block)) },
    { page, when: 'on its stores', blocks: blocks.filter(isAlone) },
  ].filter((part) => part.blocks.length > 0),
);
const besides = parts.filter(({ when }) => when === 'beside a server');
const rest = parts.filter(({ when }) => when !== 'beside a server');

describe.each([[FIRST, besides.filter(({ page }) => page === FIRST)]])('%s', (_, [part]) => {
  it('runs beside a server', async () => {
    await run(part.blocks);
  });
});

describe('beside a server, the commands', () => {
  beforeAll(() => installation.fill());

  it.each(besides.filter(({ page }) => page !== FIRST))('of $page run', async ({ blocks }) => {
    await run(blocks);
    const env = started();
    if (env !== undefined) expect(() => parseSettings(env)).not.toThrow();
  });
});

describe('once it has ended, the commands', () => {
  beforeAll(() => installation.server.end('SIGTERM'));

  it.each(rest)('of $page run', async ({ blocks }) => {
    await run(blocks);
  });
});
