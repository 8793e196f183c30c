import { until } from '@cairn/harness';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { blockingOf } from './support/main-thread.js';
import { showManyDays } from './support/many-days.js';

jest.setTimeout(240_000); // the browser has other work

const PHOTOS = 100_000;
const SIZE = { width: 1280, height: 800 };
/** Of a processor four times slower. Longer tasks are allowed where fixed work takes longer than on a machine at rest. */
const LONGEST_MS = 100;
const REST_MS = 60;
/** From the newest to the oldest photo in so many steps of the scroll bar. */
const STEPS = 60;

let dashboard: Dashboard;
beforeAll(async () => (dashboard = await Dashboard.open({ viewport: SIZE })));
afterAll(async () => await dashboard.close());

/** One step of the scroll bar, and the frames in which it is drawn. */
const scrollTo = (share: number): string => `scrollTo(0, document.documentElement.scrollHeight * ${share});
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`;

it('100,000 photos by day are scrolled from the newest to the oldest without a long task', async () => {
  const { page } = dashboard;
  await showManyDays(page, PHOTOS);
  await dashboard.visit('/images');
  await page.locator('[data-tile]').first().waitFor();
  const blocking = await blockingOf(page, async () => {
    for (let step = 1; step <= STEPS; step += 1) {
      await page.evaluate(scrollTo(step / STEPS));
      if (step % 10 === 0) for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 600);
    }
    await page.getByRole('slider').press('End');
    await page.locator('a[title="2001-01-01-4.gif"]').waitFor();
  });
  await until('photos are drawn', async () => (await page.locator('.room').count()) === 0);
  const shown = await page.locator('[data-tile]').count();
  console.info('100,000 photos by day', { ...blocking, shown });
  expect(blocking.longest).toBeLessThan(LONGEST_MS * Math.max(1, blocking.fixedWork / REST_MS));
  expect(shown).toBeLessThan(200);
  expect(dashboard.faults()).toEqual([]);
});
