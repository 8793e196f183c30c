import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openBrowser, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, openPage, type WatchedPage } from './support/browser.js';

const run = promisify(execFile);
/** Behind a proxy that cuts this off. */
const BASE = '/places';
const memory = { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' };

let browser: Browser;
let server: ServerProcess;

beforeAll(async () => {
  await run(process.execPath, ['apps/docs/build/main.js']);
  [browser, server] = await Promise.all([openBrowser(), ServerProcess.start({ env: memory })]);
});
afterAll(async () => {
  await browser.close();
  await server.dispose();
});

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  await server.fetch(path, { key: null, headers });

/** What a document at a path names on its server: addresses, and what follows `#` in them. */
const linksIn = (html: string, path: string) =>
  Array.from(
    html.matchAll(/\s(?:href|src)="([^"]*)"/g),
    ([, link = '']) => new URL(link, `http://cairn${path}`),
  )
    .filter(({ host }) => host === 'cairn')
    .map(({ pathname, hash }) => ({ path: pathname, id: decodeURIComponent(hash.slice(1)) }));

describe('the site of the documentation', () => {
  /** Every document of the site by its address, found from the first one by its links. */
  const documents = new Map<string, string>();
  const others = new Map<string, number>();

  beforeAll(async () => {
    const found = new Set(['/docs/']);
    for (const path of found) {
      const answer = await get(path, { accept: 'text/html' });
      if (path === '/docs/api' || !answer.headers.get('content-type')?.startsWith('text/html')) {
        others.set(path, answer.status);
        await answer.body?.cancel();
        continue;
      }
      expect([path, answer.status]).toEqual([path, 200]);
      const html = await answer.text();
      documents.set(path, html);
      for (const next of linksIn(html, path)) found.add(next.path);
    }
  });

  it('has all pages, and no link that leads nowhere', () => {
    expect(documents.size).toBeGreaterThan(50);
    expect([...others].filter(([, status]) => status !== 200)).toEqual([]);
    const dead = [...documents].flatMap(([from, html]) =>
      linksIn(html, from)
        .filter(({ path, id }) => id !== '' && documents.get(path)?.includes(` id="${id}"`) !== true)
        .map(({ path, id }) => `${from}: ${path}#${id}`),
    );
    expect(dead).toEqual([]);
  });

  it('allows scripts, styles and pictures of its own alone, and is asked for again only when it changes', async () => {
    const answer = await get('/docs/');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;",
    );
    expect(policy).not.toContain('unsafe');
    const etag = answer.headers.get('etag') ?? '';
    expect((await get('/docs/limits', { 'if-none-match': etag })).status).toBe(304);
    const [script = ''] = [...others.keys()].filter((path) => path.endsWith('.js'));
    const asset = await get(script, { 'accept-encoding': 'br' });
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect((await get('/docs/none', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/docs/none', { accept: 'text/html' })).headers.get('content-type')).toContain(
      'text/html',
    );
  });

  it('has each page as Markdown, named by an index for programs', async () => {
    const index = await (await get('/llms.txt')).text();
    const pages = Array.from(index.matchAll(/^- \[[^\]]+\]\(([^)]+\.md)\): \S/gm), ([, path = '']) => path);
    expect(pages.length).toBeGreaterThan(50);
    for (const path of pages) {
      const answer = await get(`/${path}`);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(await answer.text()).toMatch(/^# \S/);
    }
  });
});

describe('a reader who only has the site', () => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await openPage(browser);
  });

  async function search(page: Page, words: string): Promise<void> {
    await page.getByRole('searchbox').click();
    await page.keyboard.type(words);
    await page.getByRole('search').getByRole('link').first().click();
  }

  it.each([
    ['quota', /quota/i],
    ['private photos', /private/i],
    ['PostgreSQL', /CAIRN_DATABASE_URL|PostgreSQL/],
    ['S3', /S3/],
    ['embedding', /createApplication|inside your own service/],
    ['backup', /cairn backup/],
    ['upgrade', /upgrade|new version/i],
  ])('finds %s in two clicks', async (words, found) => {
    const { page, faults } = watched;
    await page.goto(`${server.address}/docs/`);
    await search(page, words);
    await page.getByRole('main').getByText(found).first().waitFor();
    expect(new URL(page.url()).pathname).not.toMatch(/packages|benchmarks|architecture/);
    expect(faults()).toEqual([]);
  });

  it('finds it by the keyboard alone, and reads it light and dark, on a phone and on a desk', async () => {
    const { page, faults } = watched;
    await page.goto(`${server.address}/docs/`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('trash');
    await page.getByRole('search').getByRole('link').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/trash/);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Photos' }).click();
    await page.waitForURL(/\/docs\/photos/);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const path of ['/docs/delivery', '/docs/packages/adapter-fs']) {
          await page.goto(server.address + path);
          expect([path, width, colorScheme, await accessibilityFaults(page)]).toEqual([
            path,
            width,
            colorScheme,
            [],
          ]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        }
      }
    expect(faults()).toEqual([]);
  });
});

it('The documentation is below the path of the public address', async () => {
  const env = { ...memory, CAIRN_BASE_URL: `http://127.0.0.1:1${BASE}` };
  const below = await ServerProcess.start({ env });
  const led = await below.fetch('/docs', { key: null, redirect: 'manual' });
  expect([led.status, led.headers.get('location')]).toEqual([302, `${BASE}/docs/`]);
  for (const path of [`${BASE}/docs/`, `${BASE}/docs/packages/adapter-fs`]) {
    const html = await (await below.fetch(path, { key: null })).text();
    const links = linksIn(html, path);
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) {
      expect(link.path.startsWith(`${BASE}/docs/`)).toBe(true);
      const answer = await below.fetch(link.path, { key: null, method: 'HEAD' });
      expect([link.path, answer.status]).toEqual([link.path, 200]);
    }
  }
  await below.dispose();
});
