import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { npmScript } from '../install.mjs';
import { workspace } from './libraries.mjs';
import { copyAddon } from './outside.mjs';
import { succeed } from './run.mjs';

const TIMEOUT_MS = 300_000;
const made = ['node_modules', 'dist', 'data', 'test-results'];
const parts = ['libs', 'apps', 'tools', 'nx.json', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

describe('a checkout where nothing is installed', () => {
  let folder;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-start-')));
    const filter = (path) => !made.includes(basename(path));
    for (const part of parts) cpSync(join(workspace, part), join(folder, part), { recursive: true, filter });
    const install = "import('./tools/install.mjs').then(({ installPackages }) => installPackages('server'))";
    await succeed(['--eval', install], { cwd: folder });
    copyAddon(folder);
  }, TIMEOUT_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'starts with what `npm start` installs, and that is not what only tests need',
    async () => {
      expect(existsSync(join(folder, 'node_modules/jest'))).toBe(false);
      expect(await succeed(['tools/cairn.mjs', 'keys', 'generate'], { cwd: folder })).toContain('cairn_');
      const page = "import('./tools/build.mjs').then(({ buildPage }) => buildPage())";
      await succeed(['--eval', page], { cwd: folder });
      expect(existsSync(join(folder, 'apps/dashboard/dist/page/index.html'))).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'passes the arguments of `npm run` on to commands',
    async () => {
      const args = [npmScript(), 'run', 'cairn', '--', 'adopt-store', '--dry-run'];
      const env = { CAIRN_DATA_DIR: join(folder, 'data') };
      expect(await succeed(args, { cwd: folder, env })).toContain('Nothing was changed.');
    },
    TIMEOUT_MS,
  );
});
