import type { Page } from 'playwright-core';
import { mapDrawn, type Scene } from './scene.js';

/** Comes nearer to what the pointer is on. */
async function zoomIn(page: Page): Promise<void> {
  await mapDrawn(page);
  for (let turns = 0; turns < 2; turns += 1) {
    await page.mouse.wheel(0, -300);
    await mapDrawn(page);
  }
}

export const scenes: readonly Scene[] = [
  {
    name: 'dashboard-images',
    theme: 'light',
    height: 800,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await page.getByRole('heading', { name: /^Sunday, July 12, 2026/ }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'dashboard-photo',
    theme: 'dark',
    height: 900,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await page.getByRole('link', { name: 'evening-lake.jpg' }).click();
      await page.getByRole('dialog').getByText('X-T5').waitFor();
      await mapDrawn(page);
    },
  },
  {
    name: 'photos-phone',
    theme: 'dark',
    width: 390,
    height: 760,
    show: async (page, address) => {
      await page.goto(`${address}/images?takenFrom=2025-06&takenTo=2026-07-11`);
      await page.getByRole('heading', { name: /^Saturday, July 11, 2026/ }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'photos-crop',
    theme: 'light',
    height: 860,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await page.getByRole('link', { name: 'mountain-lake.jpg' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Crop', exact: true }).click();
      const corner = page.getByRole('dialog').last().getByRole('button', { name: 'Bottom right corner' });
      await corner.focus();
      for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('Shift+ArrowLeft');
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'dashboard-first-key',
    theme: 'light',
    height: 640,
    show: async (page, address) => {
      await page.goto(`${address}/keys`);
      await page.getByRole('button', { name: 'Create a key' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill('Website');
      await page.keyboard.press('Enter');
      await page.locator('.secret code').waitFor();
    },
  },
  {
    name: 'dashboard-space',
    theme: 'dark',
    height: 800,
    show: async (page, address) => {
      await page.goto(`${address}/spaces/cities`);
      await page.locator('canvas').hover();
      await zoomIn(page);
    },
  },
  {
    name: 'dashboard-hexagons',
    theme: 'light',
    height: 1480,
    show: async (page, address) => {
      await page.goto(`${address}/spaces/cities?map=hexagons&values=country`);
      await page.locator('canvas').hover({ position: { x: 480, y: 230 } });
      await zoomIn(page);
      await page.getByText('Statistics').click();
      await page.getByRole('listitem').filter({ hasText: 'US' }).first().waitFor();
      await mapDrawn(page);
    },
  },
  {
    name: 'dashboard-editing',
    theme: 'light',
    height: 860,
    show: async (page, address) => {
      await page.goto(`${address}/spaces/huts?feature=reserve`);
      await mapDrawn(page);
      await page.getByRole('complementary').getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByText('Drag the shape').waitFor();
      await mapDrawn(page);
    },
  },
];
