import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './browser.js';

interface StoredFeature {
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Changes the chosen feature while someone else does, and keeps something of both. */
export async function settleConflict(page: Page): Promise<void> {
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Value of name').fill('My place');
  await changeElsewhere(page, { name: 'Their place', nr: 7 });
  await page.getByRole('button', { name: 'Save' }).click();

  const dialog = page.getByRole('dialog', { name: 'Changed by someone else' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Yours My place').isChecked()).toBe(true);
  expect(await dialog.getByLabel('Theirs 7').isChecked()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save the selection' }).click();
  await page.getByRole('complementary', { name: 'Feature' }).getByText('My place').waitFor();
  expect((await readChosen(page))?.properties).toMatchObject({ name: 'My place', nr: 7 });
}

/** Draws a line on the map with a property, and deletes it again. */
export async function drawAndDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Draw a line' }).click();
  await page.getByText('Click each point').waitFor();
  await page.locator('canvas[style*="crosshair"]').waitFor(); // terra-draw is loaded
  const { x, y } = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0 };
  // With the mouse itself: waiting until the map can be clicked takes seconds where WebGL runs on a processor.
  await page.mouse.click(x + 120, y + 80);
  await page.mouse.click(x + 260, y + 140);
  await page.mouse.click(x + 260, y + 140);
  await page.getByText('Drag the shape').waitFor();
  await page.getByLabel('Value of name').fill('A way');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('complementary', { name: 'Feature' }).getByText('A way').waitFor();
  expect(await readChosen(page)).toMatchObject({
    geometry: { type: 'LineString', coordinates: [expect.any(Array), expect.any(Array)] },
    properties: { name: 'A way' },
  });

  await page.getByRole('complementary').getByRole('button', { name: 'Delete' }).click();
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  expect((await gone).status()).toBe(204);
  await page.getByRole('complementary').waitFor({ state: 'detached' });
}

async function changeElsewhere(page: Page, properties: object): Promise<void> {
  const status = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'Content-Type': 'application/geo+json' };
      return (await fetch(address, { method: 'PATCH', headers, body })).status;
    },
    [chosen(page), JSON.stringify({ properties })] as const,
  );
  expect(status).toBe(200);
}

async function readChosen(page: Page): Promise<StoredFeature | undefined> {
  const text = await page.evaluate(async (address) => (await fetch(address)).text(), chosen(page));
  return JSON.parse(text) as StoredFeature;
}

/** The address of the feature that the page shows. */
function chosen(page: Page): string {
  const { pathname, searchParams } = new URL(page.url());
  return `/hub${pathname}/features/${searchParams.get('feature') ?? ''}`;
}
