import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@cairn/harness';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes, faultsInEveryLook } from './support/looks.js';
import { pointAt } from './support/places.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

/** More than the table reads at once. */
const HUTS = 450;
const kinds = ['Hütte', 'Berg', 'Straße'];
const huts = Array.from({ length: HUTS }, (_, number) =>
  pointAt(`hut-${number}`, [8 + (number % 30) / 10, 46 + Math.floor(number / 30) / 10], {
    name: `${kinds[number % 3]} ${number}`,
    kind: kinds[number % 3],
    beds: number % 100,
    open: number % 2 === 0,
    since: `${2010 + (number % 10)}-05-01`,
    ...(number >= 10 && { note: 'known' }),
  }),
);

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('the table of a space', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000, viewport: { width: 1440, height: 900 } });
    ({ page } = dashboard);
    await dashboard.fill('huts', huts);
  });
  afterAll(async () => await dashboard.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const hits = async (text: string): Promise<void> => await page.getByText(text, { exact: true }).waitFor();
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name);
  const head = (name: string) => page.getByRole('columnheader', { name });
  const rows = () => page.getByRole('grid').locator('tbody tr');
  const cells = (column: number) => page.getByRole('grid').locator(`tbody td:nth-child(${column})`);
  const firstCell = async (column: number, text: string): Promise<void> => {
    await until(`${text} is first`, async () => (await cells(column).first().textContent()) === text);
  };
  const property = async (id: string, name: string): Promise<unknown> => {
    const answer = await dashboard.server.fetch(`/hub/spaces/huts/features/${id}`);
    return ((await answer.json()) as { readonly properties: Record<string, unknown> }).properties[name];
  };
  const narrow = async (name: string, comparison: string, ...values: readonly string[]): Promise<void> => {
    await page.getByLabel('Property', { exact: true }).selectOption(name);
    await page.getByLabel('Comparison').selectOption(comparison);
    const [first, second] = values;
    if (first !== undefined) await page.getByLabel('Value', { exact: true }).fill(first);
    if (second !== undefined) await page.getByLabel('Second value').fill(second);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
  };

  it('is narrowed by several conditions, which the address keeps, and sorted page by page', async () => {
    await dashboard.visit('/spaces/huts');
    await narrow('name', 'contains', 'STRASSE');
    await hits('150 of 450 features');
    await narrow('beds', 'is between', '20', '29,5');
    await hits('17 of 450 features');
    await narrow('note', 'is empty');
    await hits('0 of 450 features');
    await page.getByText('No features match the filter.').waitFor();
    await page.goBack();
    await hits('17 of 450 features');
    await button('Remove: name contains STRASSE').click();
    await hits('50 of 450 features');
    await page.reload();
    await hits('50 of 450 features');
    await button('Clear the filter').click();

    const legend = page.getByRole('group', { name: 'Legend' });
    const entry = (name: string) => legend.getByRole('button', { name });
    expect(await legend.getByRole('button').allInnerTexts()).toEqual(['Berg', 'Hütte', 'Straße']);
    await entry('Berg').click();
    await hits('150 of 450 features');
    expect(parameter('where')).toBe('p.kind eq Berg');
    await entry('Hütte').press('Enter');
    await hits('300 of 450 features');
    expect(await entry('Hütte').getAttribute('aria-pressed')).toBe('true');
    await button('Clear the filter').click();
    expect(await entry('Berg').getAttribute('aria-pressed')).toBe('false');

    await head('beds').getByRole('button').click();
    await firstCell(4, '0');
    await head('beds').getByRole('button').click();
    await firstCell(4, '99');
    expect([parameter('sort'), await rows().first().innerText()]).toEqual([
      'p.beds:desc',
      expect.stringContaining('hut-199'),
    ]);
    await rows().first().getByRole('button').press('Control+End');
    await page.getByRole('button', { name: 'hut-400', exact: true }).waitFor(); // of those with 0 beds, the last by id
    expect(await rows().count()).toBeLessThan(50); // of all that are loaded
    await page.goBack();
    await firstCell(4, '0');
    expect(parameter('sort')).toBe('p.beds:asc');
  });

  it('shares its selection with the charts, by pointer and by keys', async () => {
    await dashboard.visit('/spaces/huts');
    const plot = page.getByRole('group', { name: /^beds: from/ });
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const tiles = page.waitForRequest(/\.mvt\?.*beds/);
    await page.mouse.move(x + width * 0.52, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.98, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await hits('200 of 450 features'); // the upper half of 100 values, of which the upper ones are four times there
    await tiles;
    expect(parameter('where')).toBe('p.beds gte 49.5');
    await page.getByRole('slider', { name: 'beds below' }).press('PageDown');
    await until('the upper end is lower', () =>
      Promise.resolve(/^p\.beds range 49\.5 /.test(parameter('where') ?? '')),
    );
    await button('Berg').first().click();
    await page.getByText('kind is Berg').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.goBack();
    await page.goBack(); // all keys were one step
    await hits('200 of 450 features');
    await button('Whole range').click();
    await hits('450 features');
    await page.getByRole('group', { name: /^since: from 2010-01 to/ }).waitFor();
  });

  it('changes a cell, keeps its type, says what is wrong and what others did, and takes it back', async () => {
    await dashboard.visit('/spaces/huts');
    const beds = rows().first().locator('td').nth(2);
    await beds.click();
    await page.getByRole('complementary', { name: 'Feature' }).waitFor();
    await beds.click();
    const field = page.getByLabel('beds of hut-0');
    await field.fill('many');
    await field.press('Enter');
    await page.getByRole('alert').getByText('This must be a number').waitFor();
    await field.fill('7,5');
    await field.press('Enter');
    await page.getByText('“beds” is now “7.5”.').waitFor();
    expect(await property('hut-0', 'beds')).toBe(7.5);
    await firstCell(4, '7.5');
    await page.locator('td:focus').press('Control+z');
    await page.getByText('“beds” is as it was.').waitFor();
    expect(await property('hut-0', 'beds')).toBe(0);

    await page.keyboard.press('Enter');
    await field.fill('3');
    await dashboard.send('PATCH', '/hub/spaces/huts/features/hut-0', { properties: { beds: 5 } });
    await field.press('Enter');
    await page.getByText('changed this cell to “5” in the meantime').waitFor();
    await field.press('Enter');
    await page.getByText('“beds” is now “3”.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await firstCell(4, '5');

    await narrow('beds', 'is', '5');
    await hits('6 of 450 features');
    await rows().first().getByRole('button').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await field.fill('4');
    await field.press('Enter');
    await hits('5 of 450 features');
    await page.locator('tr:has(button:text-is("hut-105")) td:focus').waitFor(); // where the row was
    expect(dashboard.faults().filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  it('has the columns that one chooses, and is a tab on a phone', async () => {
    await dashboard.visit('/spaces/huts');
    await button('Columns').click();
    await page.getByLabel('Show “name”').uncheck();
    await button('Move “beds” to the left').click();
    await button('Close').last().click();
    const heads = async () => await page.getByRole('columnheader').allInnerTexts();
    expect((await heads()).map((text) => text.replace(/\s.*/s, ''))).toEqual([
      'Id',
      'beds',
      'kind',
      'open',
      'since',
      'note',
    ]);
    await button('Export').click();
    await page.getByRole('dialog').getByText('5 of 6 properties').waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.getByRole('grid').isVisible()).toBe(false);
    await button('Table').click();
    await page.getByRole('grid').waitFor();
    expect(await page.locator('canvas').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'hut-1', exact: true }).click();
    await page.getByRole('complementary', { name: 'Feature' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.locator('canvas').waitFor();
    expect(dashboard.faults().filter((fault) => !fault.includes('412'))).toEqual([]);
  });
});
