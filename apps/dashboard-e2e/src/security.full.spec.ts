import { IN_MEMORY, openBrowser, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openPage, PASSWORD, type WatchedPage } from './support/browser.js';
import { openForeignSite, type ForeignSite } from './support/foreign-site.js';
import { PAYLOAD, storeHostileContent, type HostileContent } from './support/hostile-content.js';

jest.setTimeout(240_000); // the browser has other work

const PICTURE = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';

/** Whether a text was taken for markup, also where the policy kept it from running. */
const isMarkup = `globalThis.hacked !== undefined ||
  document.querySelector('[onerror], [onload], script:not([src]), iframe, object, embed') !== null`;

describe('the dashboard under attack', () => {
  let server: ServerProcess;
  let browser: Browser;
  let site: ForeignSite;
  let content: HostileContent;
  let owner: WatchedPage;

  beforeAll(async () => {
    [server, browser, site] = await Promise.all([
      ServerProcess.start({ env: IN_MEMORY }),
      openBrowser(),
      openForeignSite(PICTURE),
    ]);
    content = await storeHostileContent(server);
    owner = await openPage(browser);
    await owner.page.goto(`${server.address}/sign-in`);
    await signIn(owner.page);
    await owner.page.waitForURL(`${server.address}/images`);
  });
  afterAll(async () => {
    site.close();
    await browser.close();
    await server.dispose();
  });

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Name').fill(PAYLOAD);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
  }

  const show = (page: Page) => page.getByText('onerror=hacked').first().waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const encoded = encodeURIComponent(PAYLOAD);

  it('shows names, tags, folders, EXIF, properties, titles and errors as text in every view', async () => {
    const { page, faults } = owner;
    const { imageId, spaceId } = content;
    const views: readonly (readonly [string, ((page: Page) => Promise<unknown>)?])[] = [
      ['/images'],
      [`/images?path=${encoded}&tags=${encoded}&q=onerror`],
      [
        `/images/${imageId}`,
        async () => {
          await page.getByRole('dialog').getByText(`${PAYLOAD} ${PAYLOAD}`).waitFor();
          await page.getByText('HTML', { exact: true }).click();
        },
      ],
      [`/images/${encoded}`, () => page.getByRole('dialog').waitFor()],
      [
        `/photos?photo=photo-${imageId}`,
        () => page.getByRole('complementary').getByText('onerror=hacked').first().waitFor(),
      ],
      ['/spaces'],
      [`/spaces?q=${encoded}`, () => page.getByRole('searchbox').waitFor()],
      [`/spaces/${encoded}`, () => page.getByRole('heading').first().waitFor()],
      [
        `/spaces/${spaceId}?feature=${encoded}`,
        async () => {
          await page.getByRole('complementary').getByText('javascript:hacked=1').waitFor();
          await page.getByRole('grid').getByText('javascript:hacked=1').waitFor();
        },
      ],
      ['/keys', () => press(page, /^Revoke/)],
      ['/account', () => page.getByRole('main').getByText(PAYLOAD).first().waitFor()],
      ['/people', () => page.getByText(`${PAYLOAD} two`).first().waitFor()],
      [`/nothing/${encoded}`, () => page.getByRole('heading', { name: 'Nothing here' }).waitFor()],
      [`/sign-in?from=${encoded}`, () => page.getByLabel('Password').waitFor()],
      [`/invite#${encoded}`, () => page.getByText('This link cannot be used').waitFor()],
    ];
    for (const [path, look = show] of views) {
      await page.goto(server.address + path);
      await look(page);
      expect([path, await page.evaluate(isMarkup), faults()]).toEqual([path, false, []]);
    }
  });

  it('shows hostile texts as text in dialogs, and in what an import refuses', async () => {
    const { page, faults } = owner;
    await page.goto(`${server.address}/spaces/${content.spaceId}?feature=${encoded}`);
    for (const name of ['Edit', 'Delete', 'Embed']) {
      await press(page, new RegExp(`^${name}`));
      await page.getByRole('dialog').waitFor();
      expect([name, await page.evaluate(isMarkup), faults()]).toEqual([name, false, []]);
      await page.keyboard.press('Escape');
    }
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByRole('textbox').first().waitFor();
    expect([await page.evaluate(isMarkup), faults()]).toEqual([false, []]);
    await press(page, /^Import/);
    const geometry = { type: PAYLOAD, coordinates: [] };
    const broken = JSON.stringify({ type: 'Feature', id: PAYLOAD, properties: {}, geometry });
    const file = { name: `${PAYLOAD}.ndjson`, mimeType: 'application/x-ndjson', buffer: Buffer.from(broken) };
    await page.setInputFiles('input[type=file]', file);
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('Refused features').waitFor();
    await page.goto(`${server.address}/images`);
    await press(page, 'Upload');
    const picture = { name: `${PAYLOAD}.gif`, mimeType: 'image/gif', buffer: Buffer.from(PAYLOAD) };
    await page.setInputFiles('input[accept]', picture);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('region').getByText('1 failed').waitFor();
    expect([await page.evaluate(isMarkup), faults()]).toEqual([false, []]);
  });

  it('runs nothing of a file at its address, nor of an answer of the API', async () => {
    const { page, faults } = owner;
    for (const url of [
      content.imageUrl,
      `${server.address}/api/images/${encoded}`,
      `${server.address}/cdn/${encoded}`,
    ]) {
      await page.goto(url);
      expect([url, await page.evaluate('globalThis.hacked'), faults()]).toEqual([url, undefined, []]);
    }
    const map = (await (
      await server.fetch(`/hub/spaces/${content.spaceId}/tiles/tile.json`)
    ).json()) as object;
    expect(JSON.stringify(map)).not.toContain('<img');
  });

  it('does nothing for pages of other origins, and tells them nothing', async () => {
    const { page } = owner;
    const state = async (): Promise<unknown> =>
      await Promise.all(
        ['/api/keys', '/api/images', '/hub/spaces?owner=*'].map(async (path) => {
          const found: unknown = await (await server.fetch(path)).json();
          return JSON.stringify(found).replace(/"lastUsedAt":"[^"]*"/g, '');
        }),
      );
    const before = await state();
    for (const origin of [site.sibling, site.foreign]) {
      await page.goto(origin);
      const told = await page.evaluate(`sendAll('${server.address}')`);
      expect(told).toEqual(['refused', 'refused', 'refused', 'refused']);
      // A page of another site does not get the cookie sent along; one of the same site is told by its origin.
      const refused = origin === site.sibling ? 403 : 401;
      for (const [path, type, status] of [
        ['/api/keys', 'text/plain', refused],
        ['/api/session', 'application/x-www-form-urlencoded', 403],
        ['/api/upload', 'multipart/form-data', refused],
      ] as const) {
        await page.goto(origin);
        const answered = page.waitForResponse(server.address + path);
        await page.evaluate(`submit('${server.address}${path}', '${type}')`);
        expect([origin, path, (await answered).status()]).toEqual([origin, path, status]);
        await page.waitForURL(server.address + path);
      }
    }
    expect(await state()).toEqual(before);
    await page.goto(`${server.address}/account`);
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  });

  it('is shown in no frame of another origin', async () => {
    const { page } = owner;
    await page.goto(site.sibling);
    const paths = [
      '/',
      '/images',
      '/sign-in',
      '/docs/',
      '/docs/api',
      '/api/session',
      '/hub/spaces',
      '/nothing',
    ];
    await page.evaluate(`frameAll(${JSON.stringify(paths.map((path) => server.address + path))})`);
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    expect(frames.map((frame) => frame.url())).toEqual(paths.map(() => 'chrome-error://chromewebdata/'));
  });

  it('goes to no other site after signing in, and adopts no session that was planted', async () => {
    const { page } = await openPage(browser);
    const [name = '', planted = ''] = content.otherCookie.split('=');
    await page.context().addCookies([{ name, value: planted, url: server.address }]);
    const sessionNow = async () =>
      (await page.context().cookies()).find((cookie) => cookie.name === name)?.value ?? '';
    const targets = [
      '//example.org/x',
      '/\\example.org',
      'https://example.org',
      'javascript:hacked=1',
      '/\t/example.org',
    ];
    const seen = [planted];
    for (const from of targets) {
      await page.goto(`${server.address}/sign-in?from=${encodeURIComponent(from)}`);
      await signIn(page);
      await page.waitForURL((url) => url.pathname !== '/sign-in');
      expect([from, new URL(page.url()).origin]).toEqual([from, server.address]);
      expect(seen).not.toContain(await sessionNow());
      seen.push(await sessionNow());
    }
    for (const value of seen.slice(0, -1)) {
      const answer = await server.fetch('/api/session', {
        key: null,
        headers: { cookie: `${name}=${value}` },
      });
      expect(answer.status).toBe(401);
    }
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    for (const path of [
      '//example.org/',
      '//example.org/%2e%2e',
      '/\\example.org',
      '/docs//example.org',
      '/cdn//example.org',
    ]) {
      const answer = await server.fetch(path, { redirect: 'manual' });
      const location = new URL(answer.headers.get('location') ?? '/', server.address);
      expect([path, location.origin]).toEqual([path, server.address]);
    }
    await page.context().close();
  });
});
