import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Where pages load packages from; here they come from the installed ones. */
const CDN = 'https://unpkg.com/';
const ORIGIN = 'https://maps.test/';
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

const { resolve } = createRequire(import.meta.url);

export async function openBrowser(): Promise<Browser> {
  // The page has an address of another network, from which browsers protect servers of this machine.
  const args = ['--disable-features=LocalNetworkAccessChecks'];
  return await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false, args });
}

export interface Shown {
  readonly picture: Buffer;
  /** What the page complained of. */
  readonly complaints: readonly string[];
}

interface View {
  readonly width: number;
  readonly height: number;
  /** Addresses of tiles begin so. */
  readonly tiles: string;
}

/** Shows a page until it has its tiles, and takes a picture of it. */
export async function show(browser: Browser, html: string, { tiles, ...viewport }: View): Promise<Shown> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  let received = 0;
  page.on('response', (response) => {
    if (response.url().startsWith(tiles) && response.ok()) received += 1;
  });
  try {
    await serve(page, html);
    await page.goto(ORIGIN);
    for (let waits = 0; waits < 100 && received === 0; waits += 1) await page.waitForTimeout(100);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1_500); // tiles are faded in
    if (received === 0) complaints.push('no tile came');
    return { picture: await page.screenshot(), complaints };
  } finally {
    await page.close();
  }
}

async function serve(page: Page, html: string): Promise<void> {
  await page.route(`${ORIGIN}**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await page.route(`${CDN}**`, async (route) => {
    const [, name = '', file = ''] =
      /^((?:@[^/]+\/)?[^/@]+)@[^/]+\/([^?]*)/.exec(route.request().url().slice(CDN.length)) ?? [];
    const body = await readFile(join(folderOf(name), file));
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await route.fulfill({ headers, contentType: types[extname(file)] ?? 'application/octet-stream', body });
  });
}

/** Some packages have no entry that could be resolved. */
function folderOf(name: string): string {
  const folders = (resolve.paths(name) ?? []).map((folder) => join(folder, name));
  const found = folders.find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`The package ${name} is not installed.`);
  return found;
}
