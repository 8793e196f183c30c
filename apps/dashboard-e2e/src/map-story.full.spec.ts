import { until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { FramingSite } from './support/framing-site.js';
import { accessibilityFaults } from './support/browser.js';
import { openAs } from './support/people.js';
import { Person } from './support/person.js';
import { openAsStranger } from './support/strangers.js';
import { drop, type ChosenFile } from './support/uploading.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

const MOST_STEPS = 25;
const SOON = { timeoutMs: 30_000, viewport: { width: 1440, height: 900 } };

/** Forty huts in the Alps, as Excel saves a table in German. */
function table(): ChosenFile {
  const decimal = (value: number): string => String(value).replace('.', ',');
  const rows = Array.from({ length: 40 }, (_, number) => {
    const [longitude, latitude] = [8 + (number % 8) / 10, 46 + Math.floor(number / 8) / 10];
    return [`Hütte ${number}`, number * number, decimal(number + 0.5), decimal(longitude), decimal(latitude)].join(';'); // prettier-ignore
  });
  const text = ['Name;Betten;Höhe;Längengrad;Breitengrad', ...rows, ''].join('\r\n');
  return { name: 'Hütten.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
}

/** A table of Ada becomes a map that others look at. */
describe('a table that becomes a map', () => {
  let dashboard: Dashboard;
  let page: Page;
  let ada: Person;
  let url = '';
  let code = '';

  beforeAll(async () => {
    dashboard = await Dashboard.open(SOON);
    ({ page } = dashboard);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dashboard.visit('/spaces');
    await page.getByRole('heading', { level: 1, name: 'Spaces' }).waitFor();
    ada = new Person(page);
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const legend = (text: RegExp) => page.locator('.map-legend').getByText(text).first();

  it('is dropped on the list of spaces, and is a map with classes, labels and popups at once', async () => {
    await ada.does('drops the table', async () => await drop(page, [table()]));
    await dialog().getByText('semicolons, decimal commas').waitFor();
    await ada.clicks(dialog().getByRole('button', { name: /^Import \d+ features$/ }));
    await ada.clicks(dialog().getByText('Open the space'));
    await legend(/Betten|Höhe/).waitFor();
    await legend(/^< /).waitFor();
    const space = new URL(page.url()).pathname.split('/').pop() ?? '';
    const answer = await dashboard.server.fetch(`/api/maps/space.${space}`);
    const { layers } = (await answer.json()) as { readonly layers: readonly object[] };
    expect(layers).toMatchObject([
      {
        style: { color: { by: 'class', method: 'natural' }, label: { property: 'Name' } },
        popup: { title: '{Name}', fields: expect.arrayContaining([{ property: 'Betten' }]) },
      },
    ]);
  });

  it('looks as she likes it', async () => {
    await ada.clicks(page.getByRole('link', { name: 'Change how it looks' }));
    await ada.clicks(page.getByRole('button', { name: /^Change how “.*” looks$/ }));
    await ada.chooses(page.getByLabel('Number of classes', { exact: true }), '3');
    await ada.clicks(page.locator('label').filter({ has: page.getByRole('radio', { name: 'Magma' }) }));
    await legend(/^≥ /).waitFor();
    await ada.clicks(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('The map is saved.').first().waitFor();
    await ada.clicks(page.getByRole('button', { name: 'Done', exact: true }));
  });

  it('is shared by a link, with code for pages of others', async () => {
    await ada.clicks(page.getByRole('button', { name: 'Share', exact: true }));
    await ada.clicks(dialog().getByRole('button', { name: 'Create a link' }));
    url = await dialog().locator('code').first().innerText();
    await dialog().getByText('<iframe').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await ada.clicks(dialog().getByRole('button', { name: 'Copy', exact: true }).last());
    code = await page.evaluate<string>('navigator.clipboard.readText()');
    await ada.clicks(dialog().getByRole('button', { name: 'Done' }));
    expect(dashboard.faults()).toEqual([]);
  });

  it('is seen by a stranger: the map, what its colors mean, and what is told of a hut', async () => {
    const stranger = await openAsStranger(dashboard.browser, url, SOON);
    expect(await stranger.context().cookies()).toEqual([]);
    await isSeen(stranger);
    const reader = new Person(stranger);
    await reader.does('searches', async () => await stranger.getByLabel('Search this map').fill('Hütte 39'));
    await reader.clicks(stranger.getByRole('button', { name: /Hütte 39/ }));
    await stranger.locator('.map-popup').getByText('1521').waitFor();
    ada.steps.push(...reader.steps);
    await stranger.close();
  });

  it('is part of a page of another origin', async () => {
    const site = await FramingSite.start(code);
    const visitor = await openAsStranger(dashboard.browser, site.url, SOON);
    const frame = visitor.frameLocator('iframe');
    await frame.locator('canvas').waitFor();
    await frame.locator('.map-legend').getByText(/^≥ /).first().waitFor({ state: 'attached' });
    await visitor.close();
    site.close();
  });

  it('is opened by somebody with whom it is shared', async () => {
    const grace = await openAs(dashboard, 'Grace');
    await ada.clicks(dialog().getByRole('tab', { name: 'People' }));
    await ada.does('names her', async () => await dialog().getByLabel('Name').fill('Grace'));
    await ada.clicks(dialog().getByRole('button', { name: 'Share', exact: true }));
    await dialog().getByRole('listitem').filter({ hasText: 'Grace' }).waitFor();
    const reader = new Person(grace.page);
    await reader.clicks(grace.page.getByRole('link', { name: 'Shared with me', exact: true }));
    await reader.clicks(grace.page.getByRole('main').getByRole('link', { name: /Hütten/ }));
    await isSeen(grace.page);
    expect(grace.faults()).toEqual([]);
    ada.steps.push(...reader.steps);
    await grace.page.context().close();
  });

  it('takes few steps', () => {
    expect(ada.steps.length > MOST_STEPS ? ada.steps : []).toEqual([]);
  });
});

/** The map is there, with three classes. */
async function isSeen(page: Page): Promise<void> {
  await page.locator('canvas').waitFor();
  const entries = page.locator('.map-legend').getByText(/^(?:<|≥|\d.*–)/);
  await until('three classes are explained', async () => (await entries.count()) === 3);
}
