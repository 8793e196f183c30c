import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServerProcess, UNLIMITED, until, untilHot, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const FOLDER = resolve('docs/monitoring');
/** The names of the board's variables, and what Grafana would put there. */
const variables = { $__rate_interval: '10s', $instance: '.*' };
const SCANNED = 10_000;
const AT_ONCE = 50;

let server: ServerProcess;
let folder: string;
let metricsPort: number;

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo; // of a TCP server
  await new Promise((closed) => listener.close(closed));
  return port;
}

const metrics = async (): Promise<string> =>
  await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The names and labels of what a scrape gives. */
const seriesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .filter((name) => !name.startsWith('nodejs_active') && !name.startsWith('nodejs_gc'));

async function everyJobHasRun(): Promise<boolean> {
  const jobs = await server.json<readonly { readonly outcome: unknown }[]>('GET', '/api/jobs');
  return jobs.every(({ outcome }) => outcome !== null);
}

/** Runs promtool of Prometheus on a file, or a text. */
function promtool(
  args: readonly string[],
  input?: string,
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** What the panels of the board show: uploads, files, renders, searches. */
async function load(paths: readonly string[]): Promise<void> {
  await server.request('POST', '/api/upload', uploadForm({ bytes: fixtures.jpeg.bytes }));
  for (const path of paths) await (await server.fetch(path)).arrayBuffer();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-metrics-'));
  metricsPort = await freePort();
  server = await ServerProcess.start({
    env: { ...UNLIMITED, CAIRN_HOT_SPACES: '64', CAIRN_METRICS_PORT: String(metricsPort) },
  });
});

afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true });
});

describe('metrics', () => {
  it('are what promtool accepts, and not at the port of the API', async () => {
    expect(promtool(['check', 'metrics'], await metrics())).toEqual({ status: 0, output: '' });
    const answer = await server.fetch('/metrics');
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'metrics-not-here' }),
    ]);
    const other = await fetch(`http://127.0.0.1:${metricsPort}/api/images`);
    expect(other.status).toBe(404);
  });

  it('are of the queues that the page names', async () => {
    const page = await readFile(resolve('docs/monitoring.md'), 'utf8');
    const [, table = ''] = page.split('`queue` is one of these:');
    const named = [...(table.split('\n## ')[0] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    const shown = [...(await metrics()).matchAll(/^cairn_queue_limit{queue="([^"]+)"}/gm)].map(
      ([, name]) => name,
    );
    const ofPostgres = ['database-calls', 'database-connections'];
    expect([...shown, ...ofPostgres].sort()).toEqual([...named].sort());
  });

  it('have as many series after a scan of ten thousand addresses', async () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
    const targetOf = (number: number): string =>
      [
        `/scan-${number}`,
        `/api/scan-${number}/x`,
        `/cdn/scan-${number}.jpg`,
        `/hub/spaces/scan-${number}/features?p.x${number}=1`,
        `/api/images/scan-${number}`,
      ][number % 5] ?? '/';
    const scan = async (from: number, to: number): Promise<void> => {
      for (let start = from; start < to; start += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, async (_, at) => {
            const number = start + at;
            const method = methods[Math.floor(number / 5) % methods.length] ?? 'GET';
            await (await server.fetch(targetOf(number), { method, key: null })).arrayBuffer();
          }),
        );
    };
    await scan(0, SCANNED / 2); // each method at each kind of address
    await until('each job has run', everyJobHasRun); // until then, methods of stores are called for the first time
    const before = new Set(seriesIn(await metrics()));
    await scan(SCANNED / 2, SCANNED);
    const after = seriesIn(await metrics());
    expect(after.filter((name) => !before.has(name))).toEqual([]);
    expect(after.join('\n')).not.toContain('scan-');
    expect(after.length).toBeLessThan(3_000);
  });
});

describe('the rules', () => {
  it('are right, and fire when they should', () => {
    expect(promtool(['check', 'rules', join(FOLDER, 'alerts.yml')])).toMatchObject({ status: 0 });
    expect(promtool(['test', 'rules', join(FOLDER, 'alerts.test.yml')])).toMatchObject({ status: 0 });
  });

  it('each name what to do', async () => {
    const rules = await readFile(join(FOLDER, 'alerts.yml'), 'utf8');
    const page = await readFile(resolve('docs/monitoring.md'), 'utf8');
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(alerts);
    const runbooks = [...rules.matchAll(/runbook: (\S+)/g)].map(([, link]) => link);
    expect(runbooks).toEqual(alerts.map((name) => `docs/monitoring.md#${name.toLowerCase()}`));
  });
});

describe('the board', () => {
  let prometheus: ChildProcess;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    const config = join(folder, 'prometheus.yml');
    const scrape = `- { job_name: cairn, static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }] }`;
    await writeFile(
      config,
      `global: { scrape_interval: 1s }\nrule_files: ['${join(FOLDER, 'alerts.yml')}']\nscrape_configs:\n  ${scrape}\n`,
    );
    address = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=warn',
      ],
      { stdio: 'ignore' },
    );
    await once(prometheus, 'spawn');
  });

  afterAll(async () => {
    const ended = once(prometheus, 'exit');
    prometheus.kill();
    await ended;
  });

  it('has data in each panel, of a loaded server that Prometheus reads', async () => {
    const { path } = await server.upload({ bytes: fixtures.jpeg.bytes });
    await server.request('POST', '/hub/spaces', { id: 'board', title: 'Board' });
    const features = Array.from({ length: 100 }, (_, at) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [at / 10, 1] },
      properties: { at },
    }));
    await server.request('PUT', '/hub/spaces/board/features', { type: 'FeatureCollection', features });
    await untilHot(server, ['board']);
    const board = JSON.parse(await readFile(join(FOLDER, 'grafana.json'), 'utf8')) as {
      readonly panels: readonly {
        readonly title: string;
        readonly targets?: readonly { readonly expr: string }[];
      }[];
    };
    let left = board.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ title, expr: withVariables(expr) })),
    );
    expect(left.length).toBeGreaterThan(20);
    let round = 0;
    await until('each panel has data', async () => {
      round += 1;
      await load([
        path,
        `${path}?w=${(round % 300) + 2}&h=${round}&format=webp`,
        '/hub/spaces/board/bbox?west=0&south=0&east=9&north=9',
        '/api/images',
      ]);
      const without: typeof left = [];
      for (const query of left) if (!(await hasData(query.expr))) without.push(query);
      left = without;
      return left.length === 0;
    }).catch(() => expect(left).toEqual([]));
  }, 90_000);

  async function hasData(expr: string): Promise<boolean> {
    const response = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(expr)}`).catch(
      () => undefined,
    );
    if (response === undefined) return false; // it does not listen yet
    const { data } = (await response.json()) as {
      readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] };
    };
    return data?.result.some(({ value: [, value] }) => Number.isFinite(Number(value))) ?? false;
  }
});

function withVariables(expr: string): string {
  return Object.entries(variables).reduce((text, [name, value]) => text.replaceAll(name, value), expr);
}
