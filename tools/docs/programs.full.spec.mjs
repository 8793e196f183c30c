import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { IN_MEMORY, ServerProcess } from '@cairn/harness';
import { freePort, pythonFolders } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { blocksFor } from './checks.mjs';

const SECRET = 'a-secret-of-the-site-of-32-characters';
const WEBHOOK_SECRET = `whsec_${Buffer.from(SECRET).toString('base64')}`;
const pages = new Map(blocksFor('tools/docs/programs.full.spec.mjs'));
const on = (page) => pages.get(page) ?? [];

let server, folder, image;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-programs-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  server = await ServerProcess.start({ env: { ...IN_MEMORY, CAIRN_SIGNING_KEYS: `site:${SECRET}` } });
  image = await server.upload({ bytes: fixtures.jpeg.bytes, name: 'See 1.jpg', tags: 'lake' });
});
afterAll(async () => {
  await server?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program, or a file of code with the program of its language. */
function start({ language, code }, env = {}) {
  const programs = {
    sh: ['sh'],
    python: ['python3', '-u'],
    php: ['php'],
    go: ['go', 'run'],
    js: [process.execPath],
  };
  const isModule = /^(?:import|for await) |await /m.test(code);
  const file = join(
    folder,
    `program-${Math.random().toString(36).slice(2)}.${language === 'js' ? (isModule ? 'mjs' : 'cjs') : language}`,
  );
  writeFileSync(file, code);
  const [program, ...options] = programs[language];
  const child = spawn(program, [...options, file], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: pythonFolders().join(delimiter), ...env },
  });
  let [printed, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'close').then(([status]) => ({ status, printed, said }));
  return { child, ended };
}

describe('a signed address', () => {
  const programs = on('docs/delivery.md');

  it('is made by a program in each language', () => {
    expect(programs.map(({ language }) => language)).toEqual(['sh', 'js', 'python', 'php', 'go']);
  });

  it.each(programs)('by the program in $language serves an image', async (program) => {
    const [FILES, PATH_OF_FILE] = `${server.address}${image.path}`.split(/(?<=\/cdn)/);
    const { status, printed, said } = await start(program, { FILES, PATH_OF_FILE, SECRET }).ended;
    expect([status, said]).toEqual([0, '']);
    expect((await fetch(printed.trim())).status).toBe(200);
  });
});

describe('the typed client', () => {
  it('does what its page says, and tells of it as the page of events says', async () => {
    const [create, use, theirs] = on('docs/sdk.md');
    const [events] = on('docs/events.md');
    const here = (code) =>
      code.replace('https://images.example.org', server.address).replace('cairn_…', server.key);
    const run = start({
      language: 'js',
      code: [
        here(create.code),
        `const images = ['${image.id}'];`,
        `const told = (async () => { ${events.code.replace('console.log(type, id)', '{ console.log(type); if (type === "album-created") break; }')} })();`,
        'await new Promise((resolve) => setImmediate(resolve));',
        use.code,
        'await told;',
      ].join('\n'),
    });
    const { status, printed, said } = await run.ended;
    expect([status, said]).toEqual([0, '']);
    expect(printed).toContain(`${server.address}${image.path}\n`);

    const other = await server.json('POST', '/api/accounts', { name: 'Grace' });
    const key = await server.json('POST', '/api/keys', {
      name: 'theirs',
      scopes: ['images:read'],
      accountId: other.id,
    });
    const album = await server.json('POST', '/api/albums', { title: 'Shared', images: [image.id] });
    const grant = {
      resource: { type: 'album', id: album.id },
      to: { type: 'key', id: key.id },
      role: 'viewer',
    };
    await server.json('POST', '/api/grants', grant);
    const shared = here(create.code).replace(server.key, key.key) + theirs.code;
    expect((await start({ language: 'js', code: shared }).ended).printed).toBe(
      `${server.address}${image.path}\n`,
    );
  });
});

describe('a webhook', () => {
  it.each(on('docs/webhooks.md'))('is verified by the program in $language', async (program) => {
    const port = await freePort();
    const { child, ended } = start(
      { ...program, code: program.code.replace('3000', port) },
      { WEBHOOK_SECRET },
    );
    const body = JSON.stringify({
      type: 'image.added',
      timestamp: new Date().toISOString(),
      data: { id: 'x' },
    });
    const sent = new Date();
    const signature = new Webhook(WEBHOOK_SECRET).sign('msg_1', sent, body);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sent / 1000)),
      'webhook-signature': signature,
    };
    const post = async (text) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;
    try {
      let status;
      while (status === undefined && child.exitCode === null)
        status = await post(body).catch(() => undefined); // until it listens
      expect([status, await post(`${body} `)]).toEqual([204, 400]);
    } finally {
      child.kill();
    }
    expect((await ended).printed).toContain('image.added');
  });
});

it('reads a file of data into a space, as docs/data-files.md shows', async () => {
  const [{ code }] = on('docs/data-files.md');
  writeFileSync(join(folder, 'trees.csv'), 'Nr;Baum;Länge;Breite\n1;Linde;7,4474;46,9480\n');
  const { status, printed, said } = await start({
    language: 'js',
    code: `${code}console.log(report.inserted, failed);\nawait application.close();`,
  }).ended;
  expect([status, said]).toEqual([0, '']);
  expect(printed).toBe('1 0\n');
});
