import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const readme = fileURLToPath(new URL('../../../README.md', import.meta.url));
const run = promisify(execFile);

let server: ServerProcess;
let folder: string;

beforeAll(async () => {
  server = await ServerProcess.start();
  folder = await mkdtemp(join(tmpdir(), 'cairn-tour-'));
  await writeFile(join(folder, 'photo.jpg'), fixtures.rotatedJpeg.bytes);
});

afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

it('the tour of the README works as printed', async () => {
  const text = await readFile(readme, 'utf8');
  const blocks = [...text.matchAll(/<!-- tour -->\n+```sh\n(.*?)```/gs)].map(([, commands]) => commands);
  expect(blocks).toHaveLength(6);
  const script = blocks
    .join('\necho\n')
    .replace('http://127.0.0.1:8080', server.address)
    .replace(/cairn_…\S*/, server.key);
  await run('sh', ['-e', '-c', script], { cwd: folder }); // It must work a second time too.
  const { stdout } = await run('sh', ['-e', '-c', script], { cwd: folder });
  expect(stdout).toContain(`"url":"${server.address}/cdn/holiday/2026/photo.jpg"`);
  expect(stdout).toContain('the very same bytes');
  expect(stdout).toContain('"tags":["lake","summer"]');
  expect(stdout).toContain('{"imageCount":1,"quota":10000}');
  expect(stdout).toContain('"success":true');
  expect(stdout).toContain('"title":"Hiking trails"');
  expect(stdout).toMatch(/"key":"cairn_[0-9A-Za-z]{36}"/);
});
