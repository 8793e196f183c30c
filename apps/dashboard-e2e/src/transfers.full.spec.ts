import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { openNetwork } from './support/network.js';
import { pointAt } from './support/places.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

const SOON = { timeout: 30_000 };
/** More than a chunk: progress comes after each. */
const MANY = 4_000;

const line = (id: string, name: string, [x, y]: readonly [number, number] = [1, 2]): string =>
  JSON.stringify(pointAt(id, [x, y], { name }));

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('imports and exports of the dashboard', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    for (const id of ['twice', 'slow']) await dashboard.fill(id, []);
    const many = Array.from({ length: MANY }, (_, index) =>
      pointAt(`p${index}`, [index % 90, 1], { n: index }),
    );
    await dashboard.fill('many', many);
  });
  afterAll(async () => await dashboard.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog', { name: 'Import features' });
  const open = async (path: string, address = dashboard.server.address): Promise<void> => {
    await page.goto(`${address}/spaces/${path}`);
  };
  const choose = async (name: string, text: string): Promise<void> => {
    const file = { name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) };
    await page.setInputFiles('input[type=file]', file);
  };
  /** Chooses a file and imports it as it is found. */
  const importFile = async (name: string, text: string): Promise<void> => {
    await choose(name, text);
    await dialog()
      .getByRole('button', { name: /^(?:Import|Add|Change)/ })
      .click();
  };
  const stored = async (space: string): Promise<readonly string[]> => {
    const response = await dashboard.server.fetch(`/hub/spaces/${space}/search`);
    const { features } = (await response.json()) as { readonly features: readonly { readonly id: string }[] };
    return features.map(({ id }) => id);
  };
  const outcome = async () =>
    Object.fromEntries(
      await Promise.all(
        (await dialog().locator('dl > div').all()).map(async (one) => (await one.innerText()).split('\n')),
      ),
    ) as Readonly<Record<string, string>>;

  it('say that an id comes twice, and do with it what one chooses', async () => {
    const text = [line('a', 'one'), line('b', 'other'), line('a', 'two'), line('a', 'three')].join('\n');
    await open('twice?dialog=import');
    await importFile('twice.ndjson', text);
    await dialog().getByText('The id “a” appears twice in the file.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Number them' }).click();
    await dialog().getByText('Numbered', { exact: true }).waitFor();
    expect(await outcome()).toEqual({ Added: '2', Unchanged: '2', Numbered: '2' });
    expect(await stored('twice')).toEqual(['a', 'a-2', 'a-3', 'b']);

    await choose('twice.ndjson', text);
    await dialog().getByLabel('If an id appears twice').selectOption('Keep the last one');
    await dialog().getByRole('button', { name: 'Change 1' }).click();
    await dialog().getByText('Merged', { exact: true }).waitFor();
    expect(await outcome()).toEqual({ Added: '0', Changed: '1', Unchanged: '1', Merged: '2' });
    await button('Done').click();
    await page.getByRole('gridcell', { name: 'three' }).first().waitFor();
  });

  it('list what was refused, and give it to be mended and imported again', async () => {
    const bad = line('far', 'Far', [0, 99]);
    const pretty = JSON.stringify(pointAt('flat', [0, 95]), undefined, 1);
    await open('twice?dialog=import');
    await importFile(
      'mixed.geojson',
      `{"type":"FeatureCollection","features":[${line('good', 'Good')},${bad},\n${pretty}]}`,
    );
    await dialog().getByText('Refused features').waitFor();
    expect(await outcome()).toEqual({ Added: '1', Refused: '2' });
    const download = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Download these features' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('mixed-refused.ndjson');
    const text = await readFile(await file.path(), 'utf8');
    expect(
      text
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each) as unknown),
    ).toEqual([JSON.parse(bad), JSON.parse(pretty)]);
    await importFile('mixed-refused.ndjson', text.replaceAll('99', '9').replaceAll('95', '5'));
    await dialog().getByText('Refused features').waitFor({ state: 'detached' });
    await dialog().getByText('Added', { exact: true }).waitFor();
    expect(await outcome()).toEqual({ Added: '2' });
    await button('Done').click();
  });

  it('go on while another view is shown, with progress that moves, and stop where one says so', async () => {
    const network = await openNetwork(dashboard.server.address);
    const text = Array.from({ length: 10_000 }, (_, index) => line(`s${index}`, 'Slow')).join('\n');
    await open('slow?dialog=import', network.address);
    await choose('slow.ndjson', text);
    await dialog().getByText('GeoJSON.').waitFor(); // it has more than are looked at for a preview
    const stopped = network.stopAfter(text.length / 2);
    await dialog().getByRole('button', { name: 'Import' }).click();
    await stopped;
    await dialog().getByText('It continues if you close this.').waitFor();
    await button('Close').first().click();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    const progress = page.getByRole('progressbar', { name: 'slow.ndjson into SLOW' });
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    await button('Stop').click();
    await page.getByText('You stopped the import.').first().waitFor();
    network.mend();
    await button('Continue').click();
    await page
      .getByText(/^slow.ndjson: added [\d,]+/)
      .first()
      .waitFor();
    expect(await stored('slow')).toHaveLength(10_000);
    await network.close();
  });

  it('give a file that is whole, or say why there is none, in every view', async () => {
    await open('many');
    const download = page.waitForEvent('download');
    let answer = (): void => undefined;
    const elsewhere = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/export?*', async (route) => {
      await elsewhere;
      await route.continue();
    });
    await button('Export').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    answer();
    const file = await download;
    const read = JSON.parse(await readFile(await file.path(), 'utf8')) as {
      readonly features: readonly object[];
    };
    expect(read.features).toHaveLength(MANY);
    await page.getByText('MANY.geojson: 4,000 features exported').first().waitFor();
    await page.unroute('**/export?*');

    await open('many');
    await page.route('**/export?*', (route) => route.abort());
    await button('Export').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    await page
      .getByText(/MANY.geojson was not exported. Check your connection/)
      .first()
      .waitFor();
    await page.unroute('**/export?*');
    const second = page.waitForEvent('download');
    await button('Try all again').click();
    expect((await second).suggestedFilename()).toBe('MANY.geojson');
    expect(dashboard.faults()).toEqual([]);
  });
});
