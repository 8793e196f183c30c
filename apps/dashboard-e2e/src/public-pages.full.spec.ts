import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { photoJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes } from './support/looks.js';
import { openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // the browser has other work

const IN_MEMORY = { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const originOf = (site: Server): string => `http://localhost:${(site.address() as AddressInfo).port}`;

async function listening(site: Server): Promise<string> {
  await once(site.listen(0), 'listening');
  return originOf(site);
}

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('the page of a link', () => {
  let dashboard: Dashboard;

  /** Sites of others, at origins of their own, of which only the first may have frames. */
  const [blog, other] = [createServer(), createServer()];

  beforeAll(async () => {
    const [origin] = await Promise.all([blog, other].map(listening));
    dashboard = await Dashboard.open({
      timeoutMs: 15_000,
      env: { ...IN_MEMORY, CAIRN_EMBED_ORIGINS: origin ?? '' },
    });
  });
  afterAll(async () => {
    for (const site of [blog, other]) site.close();
    await dashboard.close();
  });

  async function linkTo(type: string, id: string, options: object = {}): Promise<string> {
    const made = await dashboard.send('POST', '/api/links', { resource: { type, id }, ...options });
    return ((await made.json()) as { readonly url: string }).url;
  }
  const box = (of: Page) => of.getByRole('dialog', { name: 'Picture' });

  it('enlarges a picture by key and by mouse, and moves it by keys', async () => {
    const id = await dashboard.upload('shore.gif');
    const visitor = await openAsStranger(dashboard.browser, await linkTo('image', id), DESKTOP);
    await visitor.getByRole('link', { name: 'shore.gif' }).click();
    const zoom = box(visitor).getByRole('button', { name: 'Zoom' });
    await visitor.keyboard.press('z');
    expect(await zoom.getAttribute('aria-pressed')).toBe('true');
    const scrolled = 'document.querySelector(".frame").scrollLeft';
    const middle = await visitor.evaluate<number>(scrolled);
    await visitor.keyboard.press('ArrowRight');
    expect(await visitor.evaluate<number>(scrolled)).toBeGreaterThan(middle);
    expect(await faultsInBothThemes(visitor)).toEqual([]);
    await box(visitor).getByRole('img').dblclick();
    expect(await zoom.getAttribute('aria-pressed')).toBe('false');
    await visitor.context().close();
  });

  it('has the colours and the type of the dashboard, in both themes', async () => {
    const id = await dashboard.upload('tokens.gif');
    const visitor = await openAsStranger(dashboard.browser, await linkTo('image', id), DESKTOP);
    const look = (of: Page) =>
      of.evaluate<readonly string[]>(`(() => {
        const { backgroundColor, color, fontFamily, fontSize } = getComputedStyle(document.body);
        return [backgroundColor, color, fontFamily, fontSize];
      })()`);
    await dashboard.visit('/images');
    const looks: (readonly string[])[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const each of [visitor, dashboard.page]) await each.emulateMedia({ colorScheme });
      looks.push(await look(visitor));
      expect(await look(visitor)).toEqual(await look(dashboard.page));
    }
    expect(looks[0]).not.toEqual(looks[1]);
    await dashboard.page.emulateMedia({ colorScheme: null });
    await visitor.context().close();
  });

  it('has its actions above the pictures on a phone, and plays them', async () => {
    for (const name of ['a.gif', 'b.gif']) await dashboard.upload(name, { path: 'acts' });
    const url = await linkTo('folder', 'acts', { role: 'contributor', download: true });
    const visitor = await openAsStranger(dashboard.browser, url, { ...PHONE, locale: 'de-DE' });
    const first = await visitor.getByRole('link', { name: 'a.gif' }).boundingBox();
    for (const action of [
      visitor.getByRole('link', { name: 'Alle herunterladen' }),
      visitor.getByRole('link', { name: 'Fotos hinzufügen' }),
      visitor.getByRole('button', { name: 'Diashow' }).first(),
    ]) {
      const { y, height } = (await action.boundingBox()) ?? { y: Infinity, height: 0 };
      expect(height).toBeGreaterThanOrEqual(44);
      expect(y + height).toBeLessThan(first?.y ?? 0);
    }
    expect(await faultsInBothThemes(visitor)).toEqual([]);
    await visitor.getByRole('button', { name: 'Diashow' }).first().click();
    const dialog = visitor.getByRole('dialog', { name: 'Bild' });
    await dialog.getByRole('button', { name: 'Diashow', pressed: true }).waitFor();
    await dialog.getByRole('img', { name: 'b.gif' }).waitFor();
    await visitor.context().close();
  });

  it('says what a picture is called, what is said of it and when it was taken, by days', async () => {
    const made: string[] = [];
    for (const [name, takenAt] of [
      ['dawn.gif', '2026-05-01T05:30:00'],
      ['noon.gif', '2026-05-01T12:00:00'],
      ['next.gif', '2026-05-02T12:00:00'],
    ] as const)
      made.push(await dashboard.upload(name, { path: 'days', takenAt }));
    const said = { title: 'Before all others', caption: 'Only <b>birds</b> were up.' };
    await dashboard.send('PATCH', `/api/images/${made[0] ?? ''}`, said);
    const visitor = await openAsStranger(dashboard.browser, await linkTo('folder', 'days'), DESKTOP);
    const headings = visitor.getByRole('heading', { level: 2 });
    expect(await headings.allInnerTexts()).toEqual(['Friday, May 1, 2026', 'Saturday, May 2, 2026']);
    await visitor.getByRole('link', { name: said.title }).click();
    for (let view = 0; view < 2; view += 1) {
      const figure = visitor.getByRole('figure');
      for (const text of [said.title, said.caption, 'May 1, 2026 at 5:30'])
        await figure.getByText(text).waitFor();
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      await visitor.reload(); // the page of the picture
    }
    await visitor.context().close();
  });

  it('says that the link has ended to whoever goes on', async () => {
    for (const [day, name] of ['x.jpg', 'y.jpg', 'z.jpg'].entries())
      await dashboard.upload(name, {
        path: 'ends',
        bytes: Buffer.from(photoJpeg()),
        takenAt: `2026-05-0${day + 1}T12:00:00`,
      });
    const resource = { type: 'folder', id: 'ends' };
    const { id, url } = (await (await dashboard.send('POST', '/api/links', { resource })).json()) as {
      readonly id: string;
      readonly url: string;
    };
    const visitor = await openAsStranger(dashboard.browser, url, PHONE);
    await visitor.getByRole('link', { name: 'x.jpg' }).click();
    await box(visitor).getByRole('img', { name: 'x.jpg' }).waitFor();
    await dashboard.send('DELETE', `/api/links/${id}`);
    await visitor.keyboard.press('ArrowRight');
    await visitor.keyboard.press('ArrowRight');
    await visitor.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await visitor.getByRole('img').count()).toBe(0);
    expect(await faultsInBothThemes(visitor)).toEqual([]);
    await visitor.context().close();
  });

  it('is shown in a frame of a site that may, and of no other', async () => {
    const id = await dashboard.upload('cape.gif');
    const url = await linkTo('image', id);
    const frame = `<!doctype html><html lang="en"><title>Blog</title><iframe width="700" height="500" title="Cape" src="${url}?embed">`;
    for (const site of [blog, other])
      site.on('request', (_request, response) => response.setHeader('content-type', 'text/html').end(frame));
    const visitor = await openAsStranger(dashboard.browser, originOf(blog), DESKTOP);
    const framed = visitor.frameLocator('iframe');
    await framed.getByRole('link', { name: 'cape.gif' }).click();
    await framed.getByRole('dialog', { name: 'Picture' }).getByRole('img', { name: 'cape.gif' }).waitFor();
    expect(await faultsInBothThemes(visitor)).toEqual([]);
    await visitor.keyboard.press('Escape');
    await framed.getByRole('heading', { name: 'cape.gif' }).waitFor();
    await visitor.goto(originOf(other));
    expect(await framed.getByRole('heading').count()).toBe(0);
    await visitor.goto(originOf(blog));
    await framed.getByRole('heading').waitFor();
    await visitor.context().close();
  });

  it('has a map, which opens pictures and knows places no better than the link', async () => {
    for (const name of ['one.jpg', 'two.jpg'])
      await dashboard.upload(name, { bytes: Buffer.from(photoJpeg()), path: 'coast' });
    const url = await linkTo('folder', 'coast', { position: 'coarse' });
    for (const size of [DESKTOP, PHONE]) {
      const visitor = await openAsStranger(dashboard.browser, 'about:blank', size);
      const told: Response[] = [];
      visitor.on('response', (response) => {
        if (response.url().includes('/api/') || response.url().includes('/a/')) told.push(response);
      });
      await visitor.goto(url);
      expect(await visitor.locator('script[src]').count()).toBe(0);
      await visitor.getByRole('button', { name: 'Map' }).click();
      await visitor.getByRole('button', { name: '2 pictures' }).click();
      expect(await faultsInBothThemes(visitor)).toEqual([]);
      const map = visitor.getByRole('region', { name: 'Map' });
      await map.getByRole('link', { name: 'two.jpg' }).click();
      await box(visitor).getByRole('img', { name: 'two.jpg' }).waitFor();
      await visitor.keyboard.press('Escape');
      // Not read as they come: one that comes at the end could not be read of a closed page.
      const texts = (await Promise.all(told.map(async (response) => await response.text()))).join();
      expect(texts).toContain('"longitude":-122.45');
      expect(texts).not.toContain('-122.5');
      await visitor.context().close();
    }
    const visitor = await openAsStranger(dashboard.browser, url, { javaScriptEnabled: false });
    await visitor.getByRole('link', { name: 'two.jpg' }).waitFor();
    expect(await visitor.getByRole('button').count()).toBe(0);
    await visitor.context().close();
  });
});
