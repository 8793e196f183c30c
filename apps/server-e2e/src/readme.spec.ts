import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const run = promisify(execFile);

let server: ServerProcess;
let folder: string;

beforeAll(async () => {
  server = await ServerProcess.start();
  folder = await mkdtemp(join(tmpdir(), 'cairn-tour-'));
  await writeFile(join(folder, 'photo.jpg'), fixtures.rotatedJpeg.bytes);
  await cp(fileURLToPath(new URL('../../../docs', import.meta.url)), join(folder, 'docs'), {
    recursive: true,
  });
});

afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** The commands of a page that need a server and nothing else: all blocks but those that need what is not here. */
async function commandsOf(page: string): Promise<readonly string[]> {
  const text = await readFile(fileURLToPath(new URL(`../../../${page}`, import.meta.url)), 'utf8');
  const blocks = Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, commands = '']) => commands);
  return blocks.filter((commands) => /curl|CAIRN=/.test(commands) && !commands.includes('$DELETION'));
}

/** The output of the commands of a page, run as they are printed. */
async function outputOf(page: string, count: number): Promise<string> {
  const blocks = await commandsOf(page);
  expect(blocks).toHaveLength(count);
  const script = blocks
    .join('\necho\n')
    .replace('http://127.0.0.1:8080', server.address)
    .replace(/cairn_…\S*/, server.key);
  await run('sh', ['-e', '-c', script], { cwd: folder }); // It must work a second time too.
  return (await run('sh', ['-e', '-c', script], { cwd: folder })).stdout;
}

it('the tour of the README works as printed', async () => {
  const stdout = await outputOf('README.md', 6);
  expect(stdout).toContain(`"url":"${server.address}/cdn/holiday/2026/photo.jpg"`);
  expect(stdout).toContain('the very same bytes');
  expect(stdout).toMatch(/content-type: image\/webp/i);
  expect(stdout).toContain('"tags":["lake","summer"]');
  expect(stdout).toContain('{"imageCount":1,"quota":10000}');
  expect(stdout).toContain('"success":true');
  expect(stdout).toContain('"title":"Cities"');
  expect(stdout).toMatch(/"type":"ImportSummary","end":"complete","read":64.*"inserted":64/);
  expect(stdout).toContain('"type":"CountResponse","count":64');
  const found = [...stdout.matchAll(/"type":"Feature","id":"([^"]*)"/g)].map(([, id]) => id);
  expect(found).toEqual([
    'zurich',
    'bern',
    'innsbruck',
    'milan',
    'geneva',
    'munich',
    'turin',
    'luxembourg',
    'lyon',
    'ljubljana',
    'bern',
    'geneva',
    'zurich',
  ]);
  expect(stdout).toMatch(/"key":"cairn_[0-9A-Za-z]{36}"/);
});

it('the command of docs/events.md works as printed, with the names of the tour', async () => {
  const [command = ''] = await commandsOf('docs/events.md');
  const env = { ...process.env, CAIRN: server.address, KEY: server.key };
  const curl = spawn('sh', ['-c', `exec ${command}`], { env });
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Told', description: '' });
  let told = '';
  try {
    for await (const chunk of curl.stdout) {
      // The stream has begun.
      if (told === '') await fetch(`${server.address}/hub/spaces`, { method: 'POST', headers, body });
      told += String(chunk);
      if (told.includes('event: space-created')) break;
    }
  } finally {
    curl.kill();
  }
  expect(told).toMatch(/^id: \d+\nevent: space-created\ndata: \{"type":"space-created"/m);
});

it('the commands of docs/hub.md work as printed', async () => {
  const stdout = await outputOf('docs/hub.md', 16);
  const answers = stdout.split(/(?<=\})(?=\{"type":)|\n/).filter((line) => line.startsWith('{"type":'));
  expect(stdout).not.toContain('ErrorResponse');
  expect(stdout).toContain('"license":"ODbL-1.0","client":{"map":{"color":"red","zoom":7}}');
  expect(stdout).toContain('"client":{"map":{"color":"red"}}');
  expect(stdout).toMatch(/"tags":\{"alps":\{\}\},"rights":\["readFeatures"/);
  expect(stdout).toMatch(/Link: <.*cursor=.*>; rel="next"/);
  expect(stdout).toContain('"inserted":["h1","h2"]');
  expect(stdout).toMatch(/"id":"h1".*"beds":14,"open":true/);
  expect(stdout).toMatch(/"id":"h1".*"beds":15,"open":true/);
  expect(stdout).toContain('"type":"CountResponse","count":2');
  expect(stdout).toMatch(/"groups":\{"value":\[\{"value":"(Lower|Upper) hut","count":1\}/);
  expect(stdout).toMatch(/"histogram":\{"value":\[\{"from":15,"to":27.5,"count":1\}/);
  expect(stdout).toMatch(/"version":\d+,"tags":\["hut"\],"distance":1509/);
  expect(stdout).toMatch(/"kind":"H3",.*"aggregation":\{"beds":\{"qty":1,/);
  expect(stdout).toMatch(/"properties":\{"count":2,"qk":"1202/);
  expect(stdout).toMatch(/"type":"ImportSummary","end":"complete","read":2,.*"inserted":2/);
  expect(stdout).toContain('"type":"ImportProgress","read":2');
  expect(stdout).toMatch(/"type":"TileArchive",.*"minzoom":0,"maxzoom":6/);
  expect(stdout).toContain('"deleted":["h1"]');
  expect(answers.length).toBeGreaterThan(10);
});

it('the commands of docs/data-files.md work as printed', async () => {
  const stdout = await outputOf('docs/data-files.md', 1);
  expect(stdout).toContain('"place":{"kind":"coordinates","x":"Länge","y":"Breite"}');
  expect(stdout).toContain('"faults":[{"line":4,"reason":"Länge: \\"am Bach\\" is no coordinate"}]');
  expect(stdout).toMatch(/"type":"FileImport","format":"csv",.*"imported":2,.*"failed":1,.*"end":"complete"/);
  expect(stdout).toContain('<wpt lat="46.948" lon="7.4474"><name>Linde</name>');
});
