import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page, Request, Route } from 'playwright-core';
import { openContext, openPageIn, setUpOwner } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { places } from './support/places.js';

jest.setTimeout(120_000); // maps are drawn by the processor, which has other work

const SILENT_MS = 5_000;

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('a page whose server is in trouble', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 20_000, hasOwner: false });
    ({ page } = dashboard);
  });
  afterAll(async () => await dashboard.close());

  const alert = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 15_000 });

  it('says of a link that was used, expired or mistyped that it cannot be used, before anything is typed', async () => {
    await dashboard.visit('/setup#mistyped');
    await alert('This link cannot be used');
    await alert(/The server prints a new one/);
    expect(await page.getByLabel('Password').count()).toBe(0);
    // Who is signed in is not known: what is typed meanwhile is kept all the same.
    await page.route('**/api/session', async (route) => await route.fulfill({ status: 500, json: {} }));
    await setUpOwner(page, dashboard.server);
    await page.unroute('**/api/session');
    const [link = ''] = /http\S+\/setup#\w+/.exec(dashboard.server.output()) ?? [];
    const { page: other } = await openPageIn(await openContext(dashboard.browser, { locale: 'de-DE' }));
    await other.goto(link);
    await other.getByText('Dieser Link gilt nicht mehr').waitFor();
    await other.goto(link.replace('/setup', '/invite'));
    await other.reload();
    await other.getByText(/Bitte um einen neuen/).waitFor();
    await other.close();
  });

  it('asks for nothing that is not there in any view', async () => {
    const id = await dashboard.upload('a.gif', { path: 'alps', tags: 'lake' });
    await dashboard.fill('places', places(60));
    const odd: string[] = [];
    const note = (request: Request): void => {
      if (/undefined|null|NaN|\[object/.test(request.url())) odd.push(request.url());
    };
    const pending = new Set<Request>();
    const isEndless = (request: Request): boolean => request.url().includes('/api/events');
    page.on('request', (request) => isEndless(request) || pending.add(request));
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => pending.delete(request));
    page.on('request', note);
    page.on('response', (response) => {
      if (response.status() >= 400) odd.push(`${response.status()} ${response.url()}`);
    });
    const views = ['/images', `/images/${id}`, '/images?path=alps', '/photos', '/spaces', '/spaces/places'];
    for (const view of [...views, '/keys', '/server', '/account']) {
      await dashboard.visit(view);
      await until('all is answered', async () => {
        await page.evaluate(
          'new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))',
        );
        return pending.size === 0;
      });
    }
    expect(odd).toEqual([]);
  });

  it('says within five seconds that the server is silent, and asks again when told to', async () => {
    const { page: fresh, faults } = await openPageIn(page.context());
    fresh.setDefaultTimeout(15_000);
    await fresh.clock.install();
    await fresh.goto(`${dashboard.server.address}/keys`);
    await fresh.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    const held: Route[] = [];
    const hold = async (route: Route): Promise<void> => {
      if (held.push(route) > 1) await route.continue();
    };
    await fresh.route('**/api/images?**', hold);
    await fresh.getByRole('link', { name: 'Images' }).first().click();
    await until('images are asked for', () => held.length > 0);
    await fresh.clock.fastForward(SILENT_MS);
    const notice = fresh.getByRole('status').filter({ hasText: 'has not answered for five seconds' });
    await notice.waitFor();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await fresh
      .getByRole('img', { name: /a\.gif/ })
      .first()
      .waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(faults()).toEqual([]);
    await fresh.close();
  });

  it('says that what it shows may be out of date when it cannot be loaded again', async () => {
    await dashboard.visit('/server');
    await page.getByText('Remove old events').waitFor();
    await page.route('**/api/jobs', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', detail: 'It broke.' } }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    const notice = page.getByRole('status').getByText('What you see may be out of date. It broke.');
    await notice.waitFor();
    await page.unroute('**/api/jobs');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  it.each([
    [
      '429',
      {
        status: 429,
        headers: { 'retry-after': '3600' },
        json: { code: 'rate-limited', detail: 'Too many.' },
      },
    ],
    ['500', { status: 500, json: { code: 'internal', detail: 'It broke.' } }],
    [
      '503',
      {
        status: 503,
        headers: { 'retry-after': '3600' },
        json: { code: 'storage-unavailable', detail: 'Away.' },
      },
    ],
    ['half an answer', { status: 201, contentType: 'application/json', body: '{"id":"cut' }],
    ['a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
  ] as const)(
    'keeps what was typed, and says nothing is done, where the answer is %s',
    async (name, answer) => {
      await dashboard.visit('/spaces');
      await page.getByRole('button', { name: 'Create a space' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill(`Space of ${name}`);
      await page.route('**/hub/spaces', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ ...answer }) : route.continue(),
      );
      const create = dialog.getByRole('button', { name: 'Create a space' });
      await create.click();
      await dialog.getByRole('alert').waitFor();
      expect(await dialog.getByLabel('Title').inputValue()).toBe(`Space of ${name}`);
      await page.unroute('**/hub/spaces');
      await create.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(`Space of ${name}`).first().waitFor();
    },
  );

  it('speaks of errors of the server in its own language', async () => {
    await dashboard.visit('/account');
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('Aktuelles Passwort').fill('not this one at all');
    await page.getByLabel('Neues Passwort').fill('four other words here');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await alert('Das Passwort ist falsch.');
    await page.getByLabel('Sprache').selectOption('en');
  });

  it('shows pictures above the fold of a phone, and uses the whole of a large screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await dashboard.visit('/images');
    const picture = page.getByRole('img', { name: /a\.gif/ }).first();
    await picture.waitFor();
    const { y = Infinity, height = 0 } = (await picture.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(844 - 68);
    await page.setViewportSize({ width: 2560, height: 1440 });
    const main = await page.getByRole('main').boundingBox();
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeGreaterThan(2_500);
  });
});
