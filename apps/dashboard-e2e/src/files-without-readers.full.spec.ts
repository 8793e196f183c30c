import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { gpx } from './support/data-files.js';
import { Importing } from './support/importing.js';
import { pointAt } from './support/places.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

const SOON = { timeout: 60_000 };
const FEATURES = [pointAt('a', [8, 47], { name: 'One' }), pointAt('b', [9, 99], { name: 'Two' })];

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('a server that has no readers of files', () => {
  let dashboard: Dashboard;
  let page: Page;
  let importing: Importing;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    importing = new Importing(dashboard);
    const errorDetails = { code: 'formats-not-installed' };
    await page.route('**/import?*', (route) =>
      route.fulfill({ status: 501, json: { errorMessage: 'The package is not installed.', errorDetails } }),
    );
  });
  afterAll(async () => await dashboard.close());

  it('imports GeoJSON as it is, and says what to do with other files', async () => {
    await importing.drop('plain', gpx());
    await importing.seen('Convert the file to GeoJSON');
    expect(await importing.button('Import').isDisabled()).toBe(true);
    await importing.button('Choose another file').click();
    const lines = FEATURES.map((feature) => JSON.stringify(feature)).join('\n');
    await importing.choose({ name: 'plain.ndjson', mimeType: '', buffer: Buffer.from(lines) });
    await importing.seen('This server has no previews.');
    await importing.button('Import').click();
    await importing.seen('Refused features');
    await importing.seen('Feature 2');
    expect((await importing.stored('plain')).map(({ id }) => id)).toEqual(['a']);
    expect(dashboard.faults()).toEqual([]);
  });
});
