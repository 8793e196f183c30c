import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { faultsOf, openAsStranger } from './support/strangers.js';

jest.setTimeout(240_000); // the browser has other work

const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** Takes seconds, as every suite with a browser: it has one server for all. */
describe('the page of a link', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 15_000 });
  });
  afterAll(async () => await dashboard.close());

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
    expect(await faultsOf(visitor)).toEqual([]);
    await box(visitor).getByRole('img').dblclick();
    expect(await zoom.getAttribute('aria-pressed')).toBe('false');
    await visitor.context().close();
  });
});
