import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { places } from './support/places.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

/** More than a page of the gallery: what is below must be read again before one can be there. */
const IMAGES = 230;
const DEEP = 5_000;
/** Nothing that the page shows takes so long; what it does not show would never come. */
const SOON = { timeout: 15_000 };

/** Notes where the page is scrolled to at each step that it makes: what is clicked may have come into sight just before. */
const noteScroll = `(() => {
  const push = history.pushState;
  globalThis.left = [];
  history.pushState = (...step) => (left.push(scrollY), push.apply(history, step));
})()`;

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('Back and Forward', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open();
    ({ page } = dashboard);
    for (let index = 0; index < IMAGES; index += 1) {
      const [path, tags] = index < 20 ? ['alps', 'lake'] : ['', 'city'];
      const name = `view-${index}.gif`;
      await dashboard.upload(name, { path, tags });
    }
    for (const id of ['places', 'gone']) await dashboard.fill(id, places(60));
  });
  afterAll(async () => await dashboard.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const place = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  /** Without the mouse, for which a link would be scrolled into sight first. */
  const follow = async (name: string) => await place(name).dispatchEvent('click');
  /** Such as "100 km": it tells how near the map is. */
  const scaleText = async () => await page.locator('.maplibregl-ctrl-scale').innerText();

  const scrolledTo = async (position: number): Promise<void> => {
    const isThere = `Math.abs(scrollY - ${position}) < 3`;
    await until(`it is scrolled to ${position}`, () => page.evaluate<boolean>(isThere));
  };
  /** Until the page is long enough. */
  async function scrollDown(position: number): Promise<void> {
    const isThere = `(scrollTo(0, ${position}), scrollY >= ${position - 2})`;
    await until('the page is long enough', () => page.evaluate<boolean>(isThere));
  }

  /** A view, how it is reached from the one before, and what is seen there. */
  type Step = readonly [go: () => Promise<unknown>, seen: () => Locator, scroll?: number];

  it('lead through a walk of many views as they were, scroll and map included', async () => {
    await page.evaluate('dispatchEvent(new Event("scroll"))'); // so that the top is the place that a reload returns to
    const steps: readonly Step[] = [
      [() => dashboard.visit('/images'), () => heading('Images'), DEEP],
      [() => follow('Photo map'), () => heading('Photo map')],
      [() => follow('Images'), () => heading('Images')],
      [
        () => page.getByRole('navigation', { name: 'Folders' }).getByText('alps').click(),
        () => page.getByRole('link', { name: 'view-19.gif' }),
      ],
      [
        async () => {
          const tags = page.getByRole('list', { name: 'Tags' });
          await tags.getByText('city').waitFor({ state: 'detached', ...SOON }); // of images elsewhere
          await tags.getByText('lake').click();
        },
        () => page.getByRole('list', { name: 'Filters' }).getByText('lake'),
      ],
      [
        async () => {
          await page.getByRole('searchbox').pressSequentially('view 7');
          await page.waitForURL(/q=view/, SOON);
        },
        () => page.getByRole('link', { name: 'view-7.gif' }),
      ],
      [() => page.getByLabel('Order').selectOption('name'), () => page.getByLabel('Order')],
      [() => follow('Spaces'), () => heading('Spaces')],
      [() => page.getByRole('link', { name: 'PLACES' }).click(), () => page.locator('canvas')],
      [
        async () => {
          await page.getByLabel('Property', { exact: true }).selectOption('name');
          await page.getByLabel('Comparison').selectOption('startsWith');
          await page.getByLabel('Value', { exact: true }).fill('Place 4');
          await button('Filter').click();
        },
        () => button('Clear the filter'),
      ],
      [() => button('place-42').click(), () => page.getByRole('complementary').getByText('Place 42')],
      [() => page.getByLabel('Hexagons').check(), () => page.getByText('Features in a hexagon'), 300],
      [() => follow('Keys'), () => heading('API keys')],
      [() => follow('Account'), () => heading('Account'), 100],
      [() => follow('Server'), () => page.getByText('Recent errors')],
    ];
    const urls: string[] = [];
    for (const [go, seen, scroll = 0] of steps) {
      await go();
      if (urls.length === 0) await page.evaluate(noteScroll);
      await seen().waitFor(SOON);
      if (scroll > 0) await scrollDown(scroll);
      urls.push(page.url());
    }
    const scrolls = await page.evaluate<readonly number[]>('[...globalThis.left, scrollY]');
    expect(scrolls).toHaveLength(steps.length); // each was one step
    expect(scrolls[0]).toBeGreaterThanOrEqual(DEEP); // more where something came above meanwhile: the browser moves with it
    expect(scrolls.at(-2)).toBe(100);

    const looksAsAt = async (index: number): Promise<void> => {
      await page.waitForURL(urls[index] ?? '', SOON);
      await steps[index]?.[1]().waitFor(SOON);
      await scrolledTo(scrolls[index] ?? 0);
    };
    for (let index = steps.length - 2; index >= 0; index -= 1) {
      await page.evaluate('history.back()');
      await looksAsAt(index);
    }
    for (let index = 1; index < steps.length; index += 1) {
      await page.evaluate('history.forward()');
      await looksAsAt(index);
    }
    expect(dashboard.faults()).toEqual([]);
  });

  it('and a reload show the map where it was', async () => {
    await dashboard.visit('/spaces/places');
    await page.locator('canvas').waitFor();
    const before = await scaleText();
    await button('Zoom out').click();
    await page.waitForURL(/[?&]at=/, SOON);
    const after = await scaleText();
    expect(after).not.toBe(before);
    const moved = page.url();
    await follow('Keys');
    await heading('API keys').waitFor();
    await page.evaluate('history.back()');
    await page.waitForURL(moved, SOON);
    await page.getByText(after, { exact: true }).waitFor(SOON);
    await page.reload();
    await page.getByText(after, { exact: true }).waitFor(SOON);
    await page.evaluate(
      'history.replaceState(history.state, "", "/spaces/places"); dispatchEvent(new PopStateEvent("popstate"))',
    );
    await page.getByText(before, { exact: true }).waitFor(SOON);
  });

  it('open and close dialogs, which a reload shows too, and which are not met again once they are closed', async () => {
    const dialog = page.getByRole('dialog');
    await dashboard.visit('/spaces');
    for (const [view, opener] of [
      ['/images', 'Upload'],
      ['/keys', 'Create a key'],
      ['/spaces', 'Create a space'],
      ['/spaces/places', 'Import'],
      ['/spaces/places', 'Embed or connect'],
      ['/spaces/places', 'Edit'],
      ['/spaces/places', 'Delete'],
      ['/people', 'Invite someone'],
      ['/people', 'Change Ada'],
      ['/account', 'Sign out everywhere'],
    ] as const) {
      await page.evaluate(
        `history.pushState(null, '', '${view}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.getByRole('main').getByRole('button', { name: opener }).first().click();
      await dialog.waitFor(SOON);
      const open = page.url();
      await page.evaluate('history.back()');
      await dialog.waitFor({ state: 'detached', ...SOON });
      expect([opener, new URL(page.url()).pathname]).toEqual([opener, view]);
      await page.evaluate('history.forward()');
      await dialog.waitFor(SOON);
      expect(page.url()).toBe(open);
    }
    await page.reload();
    await dialog.waitFor(SOON);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate('history.back()');
    await heading('People').waitFor(SOON);
  });

  it('leave open what is opened while another dialog is still being left', async () => {
    const dialog = page.getByRole('dialog');
    await dashboard.visit('/keys');
    await button('Create a key').click();
    await dialog.waitFor(SOON);
    // The browser goes back later than it is told: the second click comes first.
    await page.evaluate(`
      document.querySelector('dialog header button[aria-label="Close"]').click();
      [...document.querySelectorAll('main button')].find((one) => one.textContent.includes('Create a key')).click();
    `);
    await until('both steps are done', () => page.evaluate<boolean>('history.state.from !== undefined'));
    await dialog.getByLabel('Name').fill('kept');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(dashboard.faults()).toEqual([]);
  });

  it('never show a space that is not there as another one', async () => {
    await dashboard.visit('/spaces');
    for (const name of ['GONE', 'PLACES']) {
      await page.getByRole('link', { name }).click();
      await heading(name).waitFor();
      if (name === 'GONE') await follow('Spaces');
    }
    await dashboard.send('DELETE', '/hub/spaces/gone');
    await page.evaluate('history.go(-2)');
    await page.getByText('Not found').first().waitFor(SOON);
    expect(await heading('PLACES').count()).toBe(0);
  });
});
