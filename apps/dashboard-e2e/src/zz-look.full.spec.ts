import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { pointAt } from './support/places.js';

jest.setTimeout(240_000);
const kinds = ['Hütte', 'Berg', 'See'];
const huts = Array.from({ length: 60 }, (_, n) =>
  pointAt(`hut-${n}`, [8 + (n % 10) / 10, 46 + Math.floor(n / 10) / 10], {
    name: `${kinds[n % 3]} ${n}`, kind: kinds[n % 3], beds: n,
  }),
);
describe('look', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 20_000, viewport: { width: 1440, height: 900 } });
    await dashboard.fill('huts', huts);
    await dashboard.fill('trails', Array.from({ length: 5 }, (_, n) => ({ type: 'Feature', id: `t${n}`, properties: { name: `Trail ${n}`, length: n * 3.5 }, geometry: { type: 'LineString', coordinates: [[8 + n / 10, 46], [8.9, 46.5]] } })));
  });
  afterAll(async () => await dashboard.close());
  it('looks', async () => {
    const { page } = dashboard;
    const shot = async (name: string) => { await page.screenshot({ path: `/tmp/h1-shots/${name}.png` }); };
    page.on('response', (r) => { if (/layers|style.json/.test(r.url())) console.log(r.status(), r.url()); });
    page.on('console', (m) => console.log('CONSOLE', m.text()));
    await dashboard.visit('/maps');
    await page.getByText('No maps yet').waitFor();
    await shot('empty');
    await dashboard.visit('/spaces/huts');
    await page.getByRole('button', { name: 'Make a map of it' }).click();
    await page.getByLabel('TRAILS').check();
    await shot('dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a map' }).click();
    await page.getByRole('region', { name: 'Map: HUTS' }).locator('canvas').waitFor();
    await page.waitForTimeout(4000);
    await shot('map');
    console.log(page.url());
    await page.screenshot({ path: '/tmp/h1-shots/map-full.png', fullPage: true });
    await page.getByRole('button', { name: 'Berg' }).click();
    await page.waitForTimeout(1500);
    await page.getByRole('button', { name: 'hut-4', exact: true }).click();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: '/tmp/h1-shots/map-berg.png', fullPage: true });
    console.log(page.url());
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForTimeout(2500);
    await shot('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForTimeout(1500);
    await page.screenshot({ path: '/tmp/h1-shots/phone.png' });
    await page.screenshot({ path: '/tmp/h1-shots/phone-full.png', fullPage: true });
    await dashboard.visit('/maps');
    await page.getByText('HUTS').waitFor();
    await shot('phone-list');
    await page.setViewportSize({ width: 1440, height: 900 });
    await shot('list');
    console.log(JSON.stringify(await faultsInEveryLook(page)));
    await page.getByRole('link', { name: /HUTS/ }).click();
    await page.getByRole('region', { name: 'Map: HUTS' }).locator('canvas').waitFor();
    await page.waitForTimeout(1500);
    console.log(JSON.stringify(await faultsInEveryLook(page)));
    console.log(JSON.stringify(dashboard.faults()));
  });
});
