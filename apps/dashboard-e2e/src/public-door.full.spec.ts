import { IN_MEMORY, until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { FramingSite } from './support/framing-site.js';
import { sendAsGuest } from './support/guests.js';
import { Internet } from './support/internet.js';
import { pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SHARE = 'share.example.org';
const BLOG = 'blog.example.net';
const PASSWORD = 'sand and sea';
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const photo = async (number: number): Promise<Buffer> => {
  const background = { r: 20 * number, g: 90, b: 140 };
  return await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

/** Whether the pictures of a page are there. */
const ARE_LOADED =
  "[...document.querySelectorAll('.grid img, body > img')].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)";

/** A browser that reaches the public door, and not the server; every answer of an error is a fault. */
interface Visitor {
  readonly page: Page;
  readonly faults: () => readonly string[];
}

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('the public door', () => {
  let dashboard: Dashboard;
  let page: Page;
  let internet: Internet;
  /** Where the hosts listen that visitors reach. */
  const hosts = new Map<string, string>();
  let album: string;
  let map: string;
  /** What the blog has copied from the dialogs. */
  const codes: string[] = [];

  beforeAll(async () => {
    const env = {
      ...IN_MEMORY,
      CAIRN_PUBLIC_PORT: '0',
      CAIRN_PUBLIC_BASE_URL: `http://${SHARE}`,
      CAIRN_TRUSTED_PROXIES: 'loopback',
      CAIRN_EMBED_ORIGINS: `http://${BLOG}`,
    };
    dashboard = await Dashboard.open({ env, timeoutMs: 15_000 });
    ({ page } = dashboard);
    internet = await Internet.open(hosts.set(SHARE, dashboard.server.door));
    album = await albumOfPhotos();
    map = await mapOfHuts();
  });
  afterAll(async () => {
    internet.close();
    await dashboard.close();
  });

  async function made(path: string, body: object): Promise<string> {
    return ((await (await dashboard.send('POST', path, body)).json()) as { readonly id: string }).id;
  }

  async function albumOfPhotos(): Promise<string> {
    const images = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const id = await dashboard.upload(`p${number}.jpg`, { bytes: await photo(number), path: 'trip' });
        await dashboard.send('PATCH', `/api/images/${id}`, { visibility: 'private' });
        return id;
      }),
    );
    return await made('/api/albums', { title: 'Trip', images });
  }

  async function mapOfHuts(): Promise<string> {
    const hut = (longitude: number, name: string, kind: string) => ({
      type: 'Feature',
      properties: { name, kind },
      geometry: { type: 'Point', coordinates: [longitude, 47] },
    });
    await dashboard.fill('huts', [hut(8, 'Lower hut', 'low'), hut(9, 'Upper hut', 'high')]);
    const style = { color: { by: 'one', color: '#b34700' }, size: { by: 'one', size: 30 } };
    const popup = { title: '{name}', fields: [{ property: 'kind', name: 'Kind' }] };
    const layers = [{ title: 'Huts', space: 'huts', style, popup }];
    return await made('/api/maps', { title: 'Huts', view: { longitude: 8, latitude: 47, zoom: 8 }, layers });
  }

  async function visit(url: string, size: BrowserContextOptions = PHONE): Promise<Visitor> {
    const { page: opened, faults } = await openPage(dashboard.browser, { ...size, proxy: internet.proxy });
    opened.setDefaultTimeout(15_000);
    const failed: string[] = [];
    opened.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    opened.on('requestfailed', (asked) => {
      const reason = asked.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') failed.push(`${reason} ${asked.url()}`); // tiles that have left the view
    });
    await opened.goto(url);
    return { page: opened, faults: () => [...faults(), ...failed, ...internet.refused] };
  }

  const dialog = () => page.getByRole('dialog', { name: /^Share/ });

  /** Makes a link in the dialog of the view, and gives the address that is shown. */
  async function linkIn(
    path: string,
    fill: () => Promise<unknown> = async () => Promise.resolve(),
  ): Promise<string> {
    await dashboard.visit(path);
    await page.getByRole('button', { name: 'Share' }).click();
    await fill();
    await dialog().getByRole('button', { name: 'Create a link' }).click();
    await dialog().getByRole('img', { name: 'QR code of the address' }).waitFor();
    return await dialog().locator('code').first().innerText();
  }

  /** Searches the map, opens a feature and waits for a tile. */
  async function usesMap(url: string, size: BrowserContextOptions): Promise<void> {
    const { page: visitor, faults } = await visit('about:blank', size);
    const tile = visitor.waitForResponse((answer) => /\/layers\/.*\.mvt/.test(answer.url()));
    await visitor.goto(url);
    expect(new URL((await tile).url()).host).toBe(SHARE);
    await visitor.locator('.view canvas').waitFor();
    if (size.isMobile === true) await visitor.getByRole('button', { name: 'Legend and search' }).click();
    await visitor.getByRole('searchbox', { name: 'Search this map' }).fill('upper');
    await visitor.getByRole('button', { name: 'Upper hut' }).click();
    expect(await visitor.locator('.map-popup').innerText()).toMatch(/^Upper hut\s+Kind\s+high$/);
    expect(faults()).toEqual([]);
    await visitor.context().close();
  }

  it('shows the album of a link, by the address that the dialog shows', async () => {
    const url = await linkIn(`/albums/${album}`);
    expect(url).toMatch(/^http:\/\/share\.example\.org\/a\/\w+$/);
    const { page: visitor, faults } = await visit(url);
    await visitor.getByRole('link', { name: 'p1.jpg', exact: true }).click();
    const box = visitor.getByRole('dialog', { name: 'Picture' });
    await box.getByRole('img', { name: 'p1.jpg', exact: true }).waitFor();
    await visitor.reload(); // the picture's own page
    await visitor.getByRole('link', { name: 'All pictures' }).click();
    await visitor.getByRole('link', { name: 'p3.jpg', exact: true }).waitFor();
    await until('all pictures are there', async () => await visitor.evaluate<boolean>(ARE_LOADED));
    expect(faults()).toEqual([]);
    await visitor.context().close();
    codes.push(`<iframe src="${url}?embed" title="Trip" width="600" height="400"></iframe>`);
  });

  it('shows a link with a password to those who know it', async () => {
    const url = await linkIn(
      `/albums/${album}`,
      async () => await dialog().getByLabel('Password').fill(PASSWORD),
    );
    const { page: visitor, faults } = await visit(url);
    await visitor.getByLabel('Password').fill('not that one');
    await visitor.keyboard.press('Enter');
    await visitor.getByText('Wrong password.').waitFor();
    await visitor.getByLabel('Password').fill(PASSWORD);
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('link', { name: 'p2.jpg', exact: true }).waitFor();
    await until('all pictures are there', async () => await visitor.evaluate<boolean>(ARE_LOADED));
    // Its page asks for the password, and says that one is wrong.
    expect(faults()).toEqual([`401 ${url}`, `403 ${url}`]);
    await visitor.context().close();
  });

  it('takes what a contributor adds by a link', async () => {
    const url = await linkIn(
      `/albums/${album}`,
      async () => await dialog().getByLabel('Can', { exact: true }).selectOption('View and add images'),
    );
    const { page: visitor, faults } = await visit(url);
    await sendAsGuest(visitor, [pictureNamed('guest.gif')]);
    await visitor.getByRole('link', { name: 'guest.gif', exact: true }).waitFor();
    expect(faults()).toEqual([]);
    await visitor.context().close();
    const listed = await dashboard.send('GET', `/api/albums/${album}/images`);
    expect(((await listed.json()) as { readonly images: unknown[] }).images).toHaveLength(4);
  });

  it('shows the map of a link, with its tiles, what a feature tells, and the search', async () => {
    const url = await linkIn(`/maps/${map}`);
    await usesMap(url, PHONE);
  });

  it('shows a public map, by the address that the dialog shows', async () => {
    await dashboard.visit(`/maps/${map}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog().getByRole('checkbox', { name: 'Anyone may open this map' }).check();
    const section = dialog().getByRole('region', { name: 'Public map' });
    const url = await section.locator('.secret code').innerText();
    expect(url).toBe(`http://${SHARE}/m/${map}`);
    const code = await section.getByRole('tabpanel').innerText();
    expect(code).toContain(`src="${url}?embed"`);
    codes.push(code);
    await usesMap(url, DESKTOP);
  });

  it('shows what is embedded in pages of another origin', async () => {
    const id = await dashboard.upload('open.jpg', { bytes: await photo(9) });
    const answer = await dashboard.send('GET', `/api/images/${id}`);
    const { url } = (await answer.json()) as { readonly url: string };
    codes.push(`<img src="${url}?w=320" alt="open">`);
    const blog = await FramingSite.start(codes.join('\n'));
    hosts.set(BLOG, blog.url);
    const { page: visitor, faults } = await visit(`http://${BLOG}/`, DESKTOP);
    const [pictures, huts] = ['Trip', 'Huts'].map((title) =>
      visitor.frameLocator(`iframe[title="${title}"]`),
    );
    await pictures?.getByRole('link', { name: 'p1.jpg', exact: true }).waitFor();
    await huts?.locator('canvas').waitFor();
    await until('the picture is there', async () => await visitor.evaluate<boolean>(ARE_LOADED));
    expect(faults()).toEqual([]);
    await visitor.context().close();
    blog.close();
  });

  it('is all that these visitors reach', async () => {
    const { page: visitor } = await visit(`http://${SHARE}/livez`);
    const hidden = await visitor.goto(`http://${SHARE}/images`);
    expect(hidden?.status()).toBe(404);
    const livez = `${dashboard.server.address}/livez`;
    await expect(visitor.goto(livez)).rejects.toThrow('net::');
    expect(new Set(internet.refused)).toEqual(new Set([livez])); // Chromium tries again
    await visitor.context().close();
  });
});
