import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import {
  brokenGpx,
  flatgeobuf,
  geopackage,
  gpx,
  kmz,
  PLACES,
  semicolonCsv,
  swissShapefile,
  topojson,
  workbook,
} from './support/data-files.js';
import { dotsThat } from './support/dots.js';
import { Importing, type StoredFeature } from './support/importing.js';
import { Keyboard } from './support/keyboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { drop } from './support/uploading.js';

jest.setTimeout(480_000); // maps are drawn by the processor, which has other work

const SOON = { timeout: 60_000 };
const PHONE = { width: 390, height: 844 };
const SCREEN = { width: 1280, height: 800 };

/** The three places, wherever they come from, to ten metres. */
function expectPlaces(features: readonly StoredFeature[]): void {
  const found = features.map(({ geometry, properties }) => ({
    name: properties['name'],
    position: geometry.coordinates.slice(0, 2),
  }));
  for (const { name, position } of PLACES)
    expect(found).toContainEqual({ name, position: position.map((degrees) => expect.closeTo(degrees, 4)) });
  expect(found).toHaveLength(PLACES.length);
}

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('data files on the dashboard', () => {
  let dashboard: Dashboard;
  let page: Page;
  let importing: Importing;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout, viewport: SCREEN });
    ({ page } = dashboard);
    importing = new Importing(dashboard);
  });
  afterAll(async () => await dashboard.close());

  /** Each on a screen or on a phone, which look the same for all of them. */
  it.each([
    [
      'CSV, Windows-1252, semicolons, decimal commas, coordinates in degrees (WGS 84)',
      semicolonCsv(),
      SCREEN,
    ],
    [/^GPX, 3 features\.$/, gpx(), PHONE],
    [/^KML, .*3 features\.$/, kmz(), SCREEN],
    [/^Shapefile, .*coordinates in CH1903\+.* \(EPSG:2056\).*3 features\.$/, swissShapefile(), PHONE],
    [/^Excel workbook, .*sheet “Trees”, coordinates in degrees.*3 features\.$/, workbook(), SCREEN],
    [/^FlatGeobuf, .*coordinates in CH1903\+.* \(EPSG:2056\).*3 features\.$/, flatgeobuf(), PHONE],
    [/^TopoJSON, .*3 features\.$/, topojson(), SCREEN],
    [/^GeoPackage, .*coordinates in CH1903\+.* \(EPSG:2056\).*3 features\.$/, geopackage(), PHONE],
  ])('go from a drop to the map: %s', async (sentence, file, viewport) => {
    const space = file.name.replace('.', '-');
    await page.setViewportSize(viewport);
    await importing.drop(space, file);
    await importing.seen(sentence);
    await importing.dialog().getByRole('cell', { name: 'Genève' }).waitFor();
    await page.getByRole('region', { name: 'Map of the first features' }).locator('canvas').waitFor();
    await importing.button('Import 3 features').click();
    await importing.seen('Added');
    await importing.button('Done').click();
    expectPlaces(await importing.stored(space));
    await dotsThat(page, ({ count }) => count > 0);
    await page.setViewportSize(SCREEN);
    expect(dashboard.faults()).toEqual([]);
  });

  it('make a space of their own where they are dropped on the list, in every look', async () => {
    await dashboard.visit('/spaces');
    await importing.heading('Spaces');
    await drop(page, [semicolonCsv()]);
    await importing.seen(/^CSV, Windows-1252/);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await importing.openSettings();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await importing.button('Import 3 features').click();
    await importing.seen('Added');
    await importing.button('Open the space').click();
    await importing.heading('trees');
    expectPlaces(await importing.stored(new URL(page.url()).pathname.split('/').at(-1) ?? ''));
  });

  it('are refused where they are broken, and leave no space', async () => {
    const [before, trash] = [await importing.spaces(), '/api/trash?kind=space'];
    const discarded = await importing.read(trash);
    await dashboard.visit('/spaces?dialog=import');
    await importing.choose(brokenGpx());
    await importing.dialog().getByRole('alert').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(await importing.button('Import').isDisabled()).toBe(true);
    await importing.button('Cancel').click();
    await importing.dialog().waitFor({ state: 'detached' });
    expect(await importing.spaces()).toEqual(before);
    expect(await importing.read(trash)).toEqual(discarded);
  });

  it('leave no space where one thinks better of it', async () => {
    const before = await importing.spaces();
    await dashboard.visit('/spaces');
    await importing.heading('Spaces');
    await drop(page, [gpx()]);
    await importing.seen(/^GPX/);
    expect(await importing.spaces()).toHaveLength(before.length + 1);
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await importing.button('Cancel').click();
    await removed;
    expect(await importing.spaces()).toEqual(before);
  });

  it('are imported without a mouse', async () => {
    await dashboard.fill('keys');
    await dashboard.visit('/spaces/keys');
    await importing.heading('KEYS');
    const keyboard = new Keyboard(page);
    await keyboard.press(page.getByRole('main').getByRole('button', { name: 'Import' }).first());
    await keyboard.choose(importing.dialog().locator('input[type=file]'), [gpx()]);
    await importing.seen(/^GPX/);
    await keyboard.press(importing.button('Import 3 features'));
    await importing.seen('Added');
    await keyboard.press(importing.button('Done'));
    await page.getByRole('gridcell', { name: 'Chur' }).first().waitFor();
  });
});
