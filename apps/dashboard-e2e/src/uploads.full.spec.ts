import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { imagesShown } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { drop, pictureNamed, type ChosenFile } from './support/uploading.js';

jest.setTimeout(180_000); // the browser has other work

/** Nothing that the page shows takes so long, also beside other work; what it does not show would never come. */
const SOON = { timeout: 30_000 };
const UPLOAD = '**/api/upload';

const refusal = (status: number, code: string, seconds: number) => ({
  status,
  headers: { 'retry-after': String(seconds) },
  json: { status, code, detail: 'Wait.' },
});

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('uploads', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ env: { CAIRN_RATE_UPLOADS: '0' }, timeoutMs: 10_000 });
    ({ page } = dashboard);
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const status = (text: string | RegExp) => page.getByRole('banner').getByRole('region').getByText(text);
  const press = (name: string) => page.getByRole('banner').getByRole('button', { name }).click();
  const files = (count: number, name: string): readonly ChosenFile[] =>
    Array.from({ length: count }, (_, index) => pictureNamed(`${name}-${index}.gif`));

  async function send(chosen: readonly ChosenFile[], folder: string): Promise<void> {
    await dashboard.visit('/images');
    await imagesShown(page);
    await drop(page, chosen);
    await dialog().getByLabel('Folder', { exact: true }).fill(folder);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await dialog().waitFor({ state: 'detached' });
  }

  async function storedIn(folder: string): Promise<readonly string[]> {
    const answer = await dashboard.server.fetch(`/api/images?path=${folder}&limit=1000`);
    const { images } = (await answer.json()) as { readonly images: readonly { readonly url: string }[] };
    return images.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)).toSorted();
  }

  /** Answers the first so many uploads otherwise. */
  async function firstUploads(count: number, answer: (route: Route) => Promise<unknown>): Promise<void> {
    let left = count;
    await page.route(UPLOAD, (route) => ((left -= 1) >= 0 ? answer(route) : route.continue()));
  }

  /**
   * Holds uploads until the result is called, which ends them: what is still held when routing ends may be sent on to
   * the server, although the page has given it up.
   */
  async function heldUploads(): Promise<() => Promise<void>> {
    const held: Route[] = [];
    await page.route(UPLOAD, (route) => void held.push(route));
    return async () => {
      for (const route of held) await route.abort().catch(() => undefined); // the page has ended most of them
      await page.unroute(UPLOAD);
    };
  }

  it('of 200 tiny files all arrive although 150 are the limit: it waits as it is told, and says so in every view', async () => {
    let sent = 0;
    let isFull = true;
    await page.route(UPLOAD, async (route) => {
      sent += 1;
      if (sent > 150 && isFull) await route.fulfill(refusal(429, 'rate-limited', 50));
      else await route.continue();
    });
    await send(files(200, 'tiny'), 'many');
    await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).click();
    await status('150 of 200 uploaded').waitFor({ timeout: 60_000 });
    await status(/The server asked to wait. It continues in \d+ sec/).waitFor(SOON);
    expect(sent).toBeLessThanOrEqual(153); // it sends three at once, and none while it waits
    isFull = false;
    await press('Now');
    await status('200 of 200 uploaded').waitFor({ timeout: 60_000 });
    expect(await storedIn('many')).toHaveLength(200);
    await press('Clear the list');
    await page.unroute(UPLOAD);
  });

  it('wait as long as 429 and 503 say, at once if one wants, and go on by themselves', async () => {
    const waits = [3, 40];
    const times: number[] = [];
    await page.route(UPLOAD, async (route) => {
      times.push(performance.now());
      const wait = waits.shift();
      if (wait === undefined) return await route.continue();
      const [status, code] =
        wait === 3 ? ([429, 'rate-limited'] as const) : ([503, 'too-many-uploads'] as const);
      await route.fulfill(refusal(status, code, wait));
    });
    // Looked for from the beginning: it is there for three seconds.
    await Promise.all([
      status('The server asked to wait.').waitFor({ timeout: 60_000 }),
      send(files(1, 'polite'), 'polite'),
    ]);
    await status('The server is busy.').waitFor(SOON);
    await press('Now');
    await status('1 of 1 uploaded').waitFor(SOON);
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(3_000);
    expect(third - second).toBeLessThan(15_000);
    await page.unroute(UPLOAD);
  });

  it('whose answers get lost, are reset or come half are tried again, and nothing is stored twice', async () => {
    let turn = 0;
    await firstUploads(4, async (route) => {
      turn += 1;
      if (turn % 3 === 0) return await route.abort('connectionreset');
      const answer = await route.fetch(); // it is stored
      if (turn % 3 === 1) return await route.abort('connectionreset');
      return await route.fulfill({ response: answer, body: (await answer.text()).slice(0, 20) });
    });
    await send(files(7, 'lost'), 'lost');
    await status('7 of 7 uploaded').waitFor({ timeout: 60_000 });
    expect(await storedIn('lost')).toEqual(files(7, 'lost').map(({ name }) => name));
    await page.unroute(UPLOAD);
  });

  it('say what has failed and why, try it again, one or all, and can be stopped', async () => {
    await firstUploads(3, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', detail: 'It broke.' } }),
    );
    await send(files(3, 'odd'), 'odd');
    await status('0 of 3 uploaded, 3 failed').waitFor(SOON);
    await page.getByRole('navigation').getByRole('link', { name: 'Spaces' }).click();
    await press('Details');
    await dialog()
      .getByRole('listitem')
      .filter({ hasText: 'odd-1.gif' })
      .getByText('It broke.')
      .waitFor(SOON);
    await dialog().getByRole('button', { name: 'Try odd-1.gif again' }).click();
    await dialog().getByRole('heading', { name: '1 of 3 uploaded, 2 failed' }).waitFor(SOON);
    await dialog().getByRole('button', { name: 'Try all again' }).click();
    await dialog().getByRole('heading', { name: '3 of 3 uploaded' }).waitFor(SOON);
    await page.keyboard.press('Escape');
    await page.unroute(UPLOAD);

    const release = await heldUploads();
    await send(files(5, 'stopped'), 'stopped');
    await press('Stop');
    await status('Stopped').waitFor(SOON);
    expect(await storedIn('stopped')).toEqual([]);
    await release();
    await press('Continue');
    await status('5 of 5 uploaded').waitFor(SOON);
    expect(await storedIn('stopped')).toHaveLength(5);
  });

  it('are asked about before the tab closes, and only then', async () => {
    let asked = 0;
    page.on('dialog', (asking) => ((asked += 1), void asking.dismiss()));
    const release = await heldUploads();
    await send(files(1, 'kept'), 'kept');
    await page.getByRole('heading', { level: 1 }).click(); // browsers ask for those alone who have used a page
    await page.close({ runBeforeUnload: true });
    await until('the browser asks', () => asked > 0);
    await press('Stop');
    await status('Stopped').waitFor(SOON);
    await release();
    await page.reload(SOON);
    expect(asked).toBe(1);
  });

  it('show their speed and the time left, in every view', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 1_200, height: 900, channels: 3, background: '#777', noise } as const;
    const buffer = await sharp({ create }).png().toBuffer();
    const session = await page.context().newCDPSession(page);
    await dashboard.visit('/images');
    await imagesShown(page);
    await session.send('Network.enable');
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 600_000 };
    await session.send('Network.emulateNetworkConditions', slow);
    await drop(
      page,
      [1, 2].map((number) => ({ name: `slow-${number}.png`, mimeType: 'image/png', buffer })),
    );
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
    await status(/B\/s, \d+ (sec|min) left/).waitFor({ timeout: 20_000 });
    await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await status('2 of 2 uploaded').waitFor({ timeout: 30_000 });
  });

  it('go into folders of similar names where the server does not take those that are written', async () => {
    await dashboard.visit('/images');
    await page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
    const chosen = join(dashboard.server.dataDir, 'trip');
    for (const path of ['a%2Fb/a.gif', 'a%2Fb/deep/b.gif', 'fine/c.gif']) {
      await mkdir(dirname(join(chosen, path)), { recursive: true });
      await writeFile(join(chosen, path), pictureNamed('').buffer);
    }
    await page.setInputFiles('input[webkitdirectory]', chosen);
    await dialog().getByText('“a%2Fb” is stored as “a-2Fb”, because').waitFor(SOON);
    const folder = dialog().getByLabel('Folder', { exact: true });
    await folder.fill('..');
    await dialog().getByText('must not have `..`').waitFor(SOON);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    expect(await status(/uploaded/).count()).toBe(0);
    await folder.fill('trees/c\\d');
    await dialog().getByText('“c\\d” is stored as “c-d” (and 1 more likewise)').waitFor(SOON);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await status('3 of 3 uploaded').waitFor(SOON);
    expect(await storedIn('trees/c-d/trip/a-2Fb/deep')).toEqual(['b.gif']);
    expect(await storedIn('trees/c-d/trip/a-2Fb')).toEqual(['a.gif', 'b.gif']);
    expect(await storedIn('trees/c-d/trip/fine')).toEqual(['c.gif']);
    expect(dashboard.faults()).toEqual([]);
  });

  it('go on when the server was restarted meanwhile', async () => {
    let left = 5;
    await page.route(UPLOAD, async (route) => {
      if ((left -= 1) >= 0) await route.continue();
    });
    await send(files(30, 'again'), 'again');
    await status('5 of 30 uploaded').waitFor(SOON);
    await dashboard.server.end('SIGKILL');
    await page.unroute(UPLOAD); // what was held is sent
    await status('The server cannot be reached.').waitFor(SOON);
    await dashboard.restart();
    await status('30 of 30 uploaded').waitFor({ timeout: 60_000 });
    expect(await storedIn('again')).toEqual(
      files(30, 'again')
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});
