import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { ServerProcess } from '@cairn/harness';
import { runHereCli, type Outcome } from './here-cli.js';
import { Recorder } from './recorder.js';

/*
 * Runs the clients against the built server. `--here-cli` is a folder where `npm install @here/cli@1.0.1` was run,
 * `--python` the interpreter of an environment with xyzspaces 0.7.2, `--out` the file for what they sent.
 */
const { values: options } = parseArgs({
  options: { 'here-cli': { type: 'string' }, python: { type: 'string' }, out: { type: 'string' } },
});
const { 'here-cli': hereCli, python, out } = options;
const calls = fileURLToPath(new URL('../../src/clients/xyzspaces-calls.py', import.meta.url));

const home = await mkdtemp(join(tmpdir(), 'cairn-clients-'));
const server = await ServerProcess.start({
  env: { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' },
});
const recorder = await Recorder.start(server.address, server.key);
try {
  const outcomes = [
    ...(hereCli === undefined ? [] : await hereCliOutcomes(hereCli)),
    ...(python === undefined ? [] : await xyzspacesOutcomes(python)),
  ];
  for (const { call, fine, seen } of outcomes)
    process.stdout.write(fine ? `ok    ${call}\n` : `WRONG ${call}\n${JSON.stringify(seen)}\n`);
  if (out !== undefined) await writeFile(out, `${JSON.stringify(recorder.exchanges, undefined, 2)}\n`);
  process.exitCode = outcomes.every(({ fine }) => fine) ? 0 : 1;
} finally {
  recorder.close();
  await server.dispose();
  await rm(home, { recursive: true, force: true });
}

/** The client has the address of its service in its text, so a copy of it gets ours. */
async function hereCliOutcomes(installed: string): Promise<readonly Outcome[]> {
  const modules = join(home, 'node_modules');
  await cp(join(installed, 'node_modules'), modules, { recursive: true });
  const folder = join(modules, '@here/cli');
  const common = join(folder, 'bin/common.js');
  const text = await readFile(common, 'utf8');
  await writeFile(common, text.replaceAll('https://xyz.api.here.com', recorder.address));
  return await runHereCli({ package: folder, home, recorder, token: server.key });
}

async function xyzspacesOutcomes(program: string): Promise<readonly Outcome[]> {
  const { stdout } = await promisify(execFile)(program, [calls, recorder.address, server.key]);
  return stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Outcome] : []));
}
