import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { semicolonCsv, tableWithoutSystem, workbook } from './support/data-files.js';
import { Importing, type StoredFeature } from './support/importing.js';
import { faultsInEveryLook } from './support/looks.js';
import { drop } from './support/uploading.js';

jest.setTimeout(480_000); // maps are drawn by the processor, which has other work

const SOON = { timeout: 60_000 };
const SCREEN = { width: 1280, height: 800 };

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('what one chooses about data files', () => {
  let dashboard: Dashboard;
  let page: Page;
  let importing: Importing;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout, viewport: SCREEN });
    ({ page } = dashboard);
    importing = new Importing(dashboard);
  });
  afterAll(async () => await dashboard.close());

  it('ask for the system of their coordinates where nothing says it', async () => {
    await importing.drop('nowhere', tableWithoutSystem());
    const system = importing
      .dialog()
      .getByRole('group', { name: 'Coordinate system' })
      .getByLabel('Coordinate system');
    await system.waitFor();
    expect(await importing.button('Import').isDisabled()).toBe(true);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await system.fill('the local one');
    await system.press('Enter');
    await importing.seen('No system is known by this name.');
    await system.fill('ETRS89 / UTM 32N');
    await system.press('Enter');
    await importing.seen(/coordinates in .*UTM.* \(EPSG:25832\) from “x” and “y”/);
    await importing.button('Import 2 features').click();
    await importing.seen('Added');
    await importing.button('Done').click();
    const places = (await importing.stored('nowhere')).map(({ geometry }) => geometry.coordinates);
    expect(places).toContainEqual([expect.closeTo(8.541, 5), expect.closeTo(47.373, 5)]);
  });

  it('are of the sheet that is chosen', async () => {
    await importing.drop('sheets', workbook());
    await importing.seen(/^Excel workbook, .*sheet “Trees”/);
    await importing.openSettings();
    await importing.dialog().getByLabel('Sheet').selectOption('Benches');
    await importing.seen(/^Excel workbook, .*sheet “Benches”.* 1 feature\.$/);
    await importing.button('Import 1 feature').click();
    await importing.seen('Added');
    const [bench] = await importing.stored('sheets');
    expect(bench).toMatchObject({ geometry: { coordinates: [7.45, 46.95] }, properties: { name: 'Bank' } });
    await importing.button('Done').click();
  });

  it('are shown anew after each choice, and imported as chosen', async () => {
    await importing.drop('chosen', semicolonCsv());
    await importing.seen(/^CSV, Windows-1252/);
    await importing.openSettings();
    await importing.dialog().getByLabel('Property for name').fill('title');
    await importing.dialog().getByLabel('Property for name').press('Tab');
    await importing
      .dialog()
      .getByRole('columnheader', { name: /^title/ })
      .waitFor();
    await importing.dialog().getByLabel('Type of height').selectOption('Text');
    await importing.dialog().getByRole('cell', { name: '0,5', exact: true }).waitFor();
    await importing.dialog().getByLabel('Import height').uncheck();
    await importing
      .dialog()
      .getByRole('columnheader', { name: /^height/ })
      .waitFor({ state: 'detached' });
    await importing.dialog().getByLabel('Character encoding').selectOption('UTF-8');
    await importing
      .dialog()
      .getByRole('cell', { name: /Gen.ve/ })
      .filter({ hasNotText: 'Genève' })
      .waitFor();
    await importing.dialog().getByLabel('Character encoding').selectOption('Windows-1252');
    await importing.dialog().getByRole('cell', { name: 'Genève' }).waitFor();
    await importing.dialog().getByLabel('Property for name').fill('title');
    await importing.dialog().getByLabel('Property for name').press('Tab');
    await importing
      .dialog()
      .getByRole('columnheader', { name: /^title/ })
      .waitFor();
    await importing.dialog().getByLabel('Column with ids').selectOption('nr');
    await importing.seen(/ids from “nr”/);
    await importing.button('Import 3 features').click();
    await importing.seen('Added');
    const [first] = await importing.stored('chosen');
    expect([first?.id, first?.properties['title']]).toEqual(['1', 'Zürich, Lindenhof']);
  });

  it('say what a second import would add, change and leave', async () => {
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await importing.drop(
      'twice',
      file('huts.csv', 'id,name,lon,lat\na,One,8,47\nb,Two,9,47\nc,Three,10,47\n'),
    );
    await importing.button('Import 3 features').click();
    await importing.seen('Added');
    await importing.button('Done').click();
    await page.getByRole('gridcell', { name: 'Three' }).first().waitFor();
    await drop(page, [
      file('huts.csv', 'id,name,lon,lat\na,One,8,47\nb,Second,9,47\nd,Four,9,46\ne,Five,x,46\n'),
    ]);
    await importing.seen('This would add 1, change 1, leave 1 as it is, and refuse 1.');
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(await importing.stored('twice')).toHaveLength(3);
    await importing.button('Add 1 and change 1').click();
    await importing.seen('Changed');
    await importing.seen('Line 5');
    expect(await faultsInEveryLook(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await importing.button('Save this report').click();
    const report = await download;
    expect(report.suggestedFilename()).toBe('huts-report.txt');
    expect(await readFile(await report.path(), 'utf8')).toMatch(
      /^huts\.csv into TWICE\r\n.*\r\nCSV, .*\r\n\r\nAdded: 1\r\nChanged: 1\r\nUnchanged: 1\r\nRefused: 1\r\n\r\nProblems\r\nLine 5: lon: "x" is no coordinate\r\n$/,
    );
    await importing.button('Done').click();
    await page.getByRole('gridcell', { name: 'Second' }).first().waitFor();
    expect((await importing.stored('twice')).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are exported in eight formats, with the properties that one takes', async () => {
    await dashboard.fill('out', [
      {
        type: 'Feature',
        id: 'a',
        geometry: { type: 'Point', coordinates: [8, 47] },
        properties: { name: 'Hut', beds: 4 },
      },
      {
        type: 'Feature',
        id: 'b',
        geometry: { type: 'Point', coordinates: [9, 47] },
        properties: { name: 'Inn', beds: 9 },
      },
    ]);
    await dashboard.visit('/spaces/out?where=p.beds+gt+5');
    const starts = {
      GPX: '<?xml',
      KML: '<?xml',
      GeoPackage: 'SQLite format 3',
      FlatGeobuf: 'fgb',
      GeoParquet: 'PAR1',
    };
    for (const [name, start] of Object.entries(starts)) {
      await page.getByRole('main').getByRole('button', { name: 'Export' }).click();
      await importing.dialog().getByText('1 of 2 features').waitFor();
      await importing.dialog().getByLabel(name, { exact: true }).check({ force: true });
      const download = page.waitForEvent('download');
      await importing.button('Export').click();
      const file = await download;
      expect((await readFile(await file.path())).toString('latin1', 0, start.length)).toBe(start);
      expect(file.suggestedFilename()).toMatch(/^OUT\.(?:gpx|kml|gpkg|fgb|parquet)$/);
    }
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click();
    await importing.dialog().getByText('All properties').first().click();
    await importing.dialog().getByLabel('beds').uncheck();
    await importing.seen('1 of 2 properties');
    expect(await faultsInEveryLook(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await importing.button('Export').click();
    const { features } = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
      readonly features: readonly StoredFeature[];
    };
    expect(features.map(({ properties }) => [properties['name'], properties['beds']])).toEqual([
      ['Inn', undefined],
    ]);
    expect(dashboard.faults()).toEqual([]);
  });
});
