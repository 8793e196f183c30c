import { until } from '@cairn/harness';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { blockingOf, type Blocking } from '@cairn/harness';
import { showManyDays } from './support/many-days.js';

const PHOTOS = 100_000;
const SIZE = { width: 1280, height: 800 };
/** Of a processor four times slower. Longer tasks are allowed where fixed work takes longer than on a machine at rest. */
const LONGEST_MS = 100;
const REST_MS = 60;
/** From the newest to the oldest photo in so many steps of the scroll bar. With 7,000 every photo is in the window once. */
const STEPS = Number(process.env['DAY_STEPS'] ?? 40);

/** Steps that are measured at once: the record of the browser is limited. */
const MEASURED = 100;

/** Such a list is higher than the highest box of a browser. */
const TOO_MANY = 400_000;
const HIGHEST_BOX = 16_700_000;

jest.setTimeout(240_000 + STEPS * 2_000); // the browser has other work

const FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';
/** One step of the scroll bar, and the frames in which it is drawn. */
const scrollTo = (share: number): string =>
  `scrollTo(0, document.documentElement.scrollHeight * ${share}); ${FRAMES}`;

const OLDEST = 'a[title="2001-01-01-4.gif"]';

describe('photos by day', () => {
  let dashboard: Dashboard;
  let page: Page;
  beforeEach(async () => {
    dashboard = await Dashboard.open({ viewport: SIZE });
    ({ page } = dashboard);
  });
  afterEach(async () => await dashboard.close());

  async function show(photos: number): Promise<void> {
    await showManyDays(page, photos);
    await dashboard.visit('/images');
    await page.locator('[data-tile]').first().waitFor();
  }

  async function drawn(): Promise<void> {
    await until('photos are drawn', async () => (await page.locator('.room').count()) === 0);
  }

  /** Scrolls from one step to another one, and with the wheel now and then; at the end, until the oldest photo is there. */
  async function scrollOn(from: number, to: number): Promise<void> {
    for (let step = from + 1; step <= to; step += 1) {
      await page.evaluate(scrollTo(step / STEPS));
      if (step % 10 === 0) for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 600);
    }
    if (to < STEPS) return;
    await page.evaluate(scrollTo(1));
    await page.locator(OLDEST).waitFor();
  }

  it(`are scrolled from the newest of 100,000 to the oldest in ${STEPS} steps without a long task`, async () => {
    await show(PHOTOS);
    const all: Blocking[] = [];
    for (let from = 0; from < STEPS; from += MEASURED)
      all.push(await blockingOf(page, () => scrollOn(from, Math.min(STEPS, from + MEASURED))));
    await drawn();
    const shown = await page.locator('[data-tile]').count();
    const longest = all.reduce((one, other) => (one.busiest > other.busiest ? one : other));
    console.info('100,000 photos by day', { ...longest, shown });
    expect(longest.busiest).toBeLessThan(LONGEST_MS * Math.max(1, longest.fixedWork / REST_MS));
    expect(shown).toBeLessThan(200);
    expect(dashboard.faults()).toEqual([]);
  });

  /** Where photos in the window are, by their titles. */
  const topsOf = async (): Promise<ReadonlyMap<string, number>> =>
    new Map(
      await page.evaluate<
        readonly (readonly [string, number])[]
      >(`[...document.querySelectorAll('[data-tile] a')]
        .map((link) => [link.title, link.getBoundingClientRect().top]).filter(([, top]) => top > 0 && top < innerHeight)`),
    );

  it('stay where they are when the page grows above them', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/paths/defaults', async (route) => (await held, await route.continue()));
    await show(PHOTOS);
    await page.getByRole('slider').press('End');
    await drawn();
    await until('photos are there', async () => (await topsOf()).size > 0);
    const [photo = '', top] = [...(await topsOf())][0] ?? [];
    release();
    await page.getByRole('button', { name: 'New images here: Public' }).waitFor();
    await page.evaluate(FRAMES);
    expect((await topsOf()).get(photo)).toBe(top);
  });

  it('are scrolled pixel by pixel and to both ends where they are higher than the highest box of a browser', async () => {
    await show(TOO_MANY);
    const newest = [...(await topsOf()).keys()][0] ?? '';
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeGreaterThan(HIGHEST_BOX * 0.8);
    expect(height).toBeLessThan(HIGHEST_BOX);

    await page.evaluate(scrollTo(0.5));
    await drawn();
    let [photo, top] = ['', 0];
    await until('there is a photo in the lower half', async () => {
      [photo, top] = [...(await topsOf())].findLast(([, each]) => each > SIZE.height / 2) ?? ['', 0];
      return photo !== '';
    });
    await page.mouse.move(SIZE.width / 2, SIZE.height / 2);
    await page.mouse.wheel(0, 300);
    const isScrolled = async (): Promise<boolean> =>
      Math.abs(((await topsOf()).get(photo) ?? NaN) - (top - 300)) < 2;
    await until('it is 300 pixels higher', isScrolled);
    const scroll = await page.evaluate<number>('scrollY');
    expect(Math.abs(scroll / height - 0.5)).toBeLessThan(0.01);

    await page.evaluate(scrollTo(1));
    await page.locator(OLDEST).waitFor();
    await page.evaluate(scrollTo(0));
    await page.locator(`a[title="${newest}"]`).waitFor();
    expect(dashboard.faults()).toEqual([]);
  });
});
