import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@cairn/harness';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Dashboard } from './support/dashboard.js';
import { faultsInBothThemes, faultsInEveryLook } from './support/looks.js';
import { pointAt } from './support/places.js';

jest.setTimeout(240_000); // maps are drawn by the processor, which has other work

const PHONE = { width: 390, height: 844 };
const SCREEN = { width: 1440, height: 900 };
/** In rows that are seen as a block of dots. */
const huts = Array.from({ length: 60 }, (_, number) =>
  pointAt(`hut-${number}`, [8 + (number % 10) / 20, 46 + Math.floor(number / 10) / 20], {
    name: `Hut ${number}`,
    kind: ['open', 'closed', 'ruin'][number % 3],
    beds: number,
    website: `https://example.org/${number}`,
  }),
);

interface StoredMap {
  readonly layers: readonly {
    readonly title: string;
    readonly style: { readonly color: Readonly<Record<string, unknown>>; readonly drawAs?: string };
    readonly popup?: Readonly<Record<string, unknown>>;
    readonly filter?: unknown;
  }[];
}

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('the editor of a map', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: 30_000, viewport: SCREEN });
    ({ page } = dashboard);
    await dashboard.fill('huts', huts);
  });
  afterAll(async () => {
    expect(dashboard.faults()).toEqual([]);
    await dashboard.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const legend = (text: string) => page.locator('.map-legend').getByText(text, { exact: true });
  const stored = async (id: string): Promise<StoredMap> =>
    (await (await dashboard.server.fetch(`/api/maps/${id}`)).json()) as StoredMap;
  const openLayer = async (title: string): Promise<void> =>
    await button(`Change how “${title}” looks`).click();
  const opened = async (name: string): Promise<void> =>
    await page.locator('summary').getByText(name, { exact: true }).click();
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).selectOption({ label: option });
  };
  const save = async (): Promise<void> => {
    await button('Save').click();
    await page.getByText('The map is saved.').first().waitFor();
  };
  /** The share of the map that is of this color. */
  const drawn = async (color: string): Promise<number> => {
    const shot = await page.locator('canvas.maplibregl-canvas').screenshot();
    const { data } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const wanted = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
    let count = 0;
    for (let at = 0; at < data.length; at += 3)
      if (wanted.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 6)) count += 1;
    return count / (data.length / 3);
  };
  const isDrawn = async (color: string): Promise<void> => {
    await until(`${color} is drawn`, async () => (await drawn(color)) > 0.0002);
  };

  it('shows classes of a number on the map and in the legend at once, and keeps them', async () => {
    await dashboard.visit('/maps/space.huts/edit');
    await openLayer('HUTS');
    await choose('Colors', 'Classes of numbers');
    await choose('Property that gives the color', 'beds');
    await choose('Where classes begin', 'Equally wide');
    await choose('Number of classes', '3');
    await page.getByRole('radio', { name: 'Magma' }).check({ force: true });
    await legend('< 19.667').waitFor();
    await legend('≥ 39.333').waitFor();
    await isDrawn('#000004'); // the last color of the ramp, of the huts with the most beds
    expect((await stored('space.huts')).layers[0]?.style.color['by']).not.toBe('class');
    await save();
    await page.reload();
    await legend('≥ 39.333').waitFor();
    expect((await stored('space.huts')).layers[0]?.style.color).toEqual({
      by: 'class',
      property: 'beds',
      method: 'equal',
      ramp: 'Magma',
      breaks: [19.6667, 39.3333],
    });
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('gives categories names, takes steps back, and says what is wrong beside its field', async () => {
    await dashboard.visit('/maps/space.huts/edit');
    await openLayer('HUTS');
    await button('Colors by “kind”').or(button('Suggested: kind')).first().click();
    await page.getByLabel('Name of “ruin” in the legend').fill('Ruins');
    await legend('Ruins').waitFor();
    await button('Undo').click();
    await legend('ruin').waitFor();
    await button('Redo').click();
    await page.getByLabel('Color of ruin', { exact: true }).fill('#ff00ff');
    await isDrawn('#ff00ff');
    await opened('Labels');
    await choose('Labels', 'A text of my own');
    await page.getByLabel('A text of my own').fill('{name');
    await page.getByText('Each { needs its }.').waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    await page.getByLabel('A text of my own').fill('{name} ({beds})');
    await save();
    const [layer] = (await stored('space.huts')).layers;
    expect(layer?.style.color['colors']).toContainEqual({ value: 'ruin', color: '#ff00ff', name: 'Ruins' });
    expect(layer?.style).toMatchObject({ label: { template: '{name} ({beds})' } });
  });

  it('makes a popup of a real feature, and a filter of the conditions of the table, on a phone', async () => {
    await page.setViewportSize(PHONE);
    await dashboard.visit('/maps/space.huts/edit');
    await openLayer('HUTS');
    await opened('Popup');
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await page.getByLabel('Title', { exact: true }).fill('{name}: {kind}');
    await page.getByLabel('Name of “beds” in the popup').fill('Places to sleep');
    await preview.getByRole('heading', { name: 'Hut 0: open' }).waitFor();
    await preview.getByText('Places to sleep').waitFor();
    await button('Another feature').click();
    await preview.getByRole('heading', { name: /^Hut [1-9]\d*: / }).waitFor();
    await opened('Filter');
    await page.getByRole('form', { name: 'Filter' }).getByLabel('Property').selectOption('beds');
    await page.getByLabel('Comparison').selectOption('gte');
    await page.getByLabel('Value', { exact: true }).fill('30');
    await button('Filter').click();
    await page.getByText('beds is at least 30').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await save();
    expect((await stored('space.huts')).layers[0]).toMatchObject({
      filter: { kind: 'compare', path: ['properties', 'beds'], operator: 'atLeast', values: [30] },
      popup: { title: '{name}: {kind}' },
    });
    await page.setViewportSize(SCREEN);
  });

  it('adds, orders and removes layers by keyboard, and lets one take over what others changed', async () => {
    const { id } = (await (
      await dashboard.send('POST', '/api/maps', {
        title: 'Both',
        layers: [{ title: 'First', space: 'huts', style: { color: { by: 'one', color: '#d55e00' } } }],
      })
    ).json()) as { readonly id: string };
    await dashboard.visit(`/maps/${id}/edit`);
    await button('Add a layer').click();
    await page.getByRole('dialog').getByRole('button', { name: 'HUTS' }).click();
    await page.getByLabel('Title of the layer').fill('Second');
    await button('All layers').click();
    await button('Move “Second” down').press('Enter');
    await page.getByText('“Second” is now layer 2 of 2.').waitFor();
    await button('Remove “First”').click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await button('Hide “First”').waitFor();
    const [first] = (await stored(id)).layers;
    await dashboard.send('PATCH', `/api/maps/${id}`, {
      layers: [{ ...first, title: 'Theirs', isGone: undefined }],
    });
    await button('Save').click();
    await page.getByRole('dialog', { name: 'Someone else has changed this map' }).waitFor();
    await page.getByText(/Changed meanwhile, .*: “First”|“Theirs”/).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await button('Keep my changes').click();
    await button('Hide “Theirs”').waitFor();
    await save();
    expect((await stored(id)).layers.map(({ title }) => title)).toEqual(['Second', 'Theirs']);
    await page.locator('[data-layer] .grip').first().hover();
    await page.mouse.down();
    await page.locator('[data-layer]').last().hover();
    await page.mouse.up();
    await page.getByText('“Theirs” is now layer 2 of 2.').waitFor();
    await button('Done').click();
    await button('Discard the changes').click();
    await page.waitForURL(/\/maps\/[^/]+$/);
    expect((await stored(id)).layers).toHaveLength(2);
  });
});
