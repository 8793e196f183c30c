import type { Page } from 'playwright-core';
import { draw } from './landscape.js';

/** A view of the dashboard, and how to get there. */
interface Scene {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly height: number;
  /** That of a laptop unless it is given. */
  readonly width?: number;
  /** Goes on until what is to be seen is there. */
  readonly show: (page: Page, address: string) => Promise<void>;
}

/** The map shows what it has when nothing is loading any more. */
async function mapDrawn(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_500); // WebGL draws without telling
}

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
      await page.getByLabel('Name').fill('Website');
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
    height: 900,
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
  {
    name: 'sharing-dialog',
    theme: 'light',
    height: 900,
    show: async (page, address) => {
      await page.goto(`${address}/images?path=norway`);
      await page.getByRole('button', { name: 'Share' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create a link' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'sharing-page',
    theme: 'light',
    height: 900,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await page.goto(await page.evaluate(makeLink));
      await page.getByRole('button', { name: 'Map' }).click();
      await mapDrawn(page);
    },
  },
  {
    name: 'sharing-adding',
    theme: 'dark',
    width: 390,
    height: 844,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await page.goto(await page.evaluate(makeLink));
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('link', { name: 'Add photos' }).click();
      await (await chooser).setFiles(await guestFiles());
      await page.getByLabel('Your name').fill('Grace');
      await page.getByRole('button', { name: 'Send 2 photos' }).click();
      await page.getByText('Thank you!').waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
];

const capture = (time: string) => ({ camera: ['Apple', 'iPhone 17'], time, position: [46.5, 8.1] }) as const;

/** Two photos and a video. */
async function guestFiles() {
  const colours = ['#5b8aa6', '#cfdcd2', '#f3e0b8', '#7a3d1c'] as const;
  const file = async (name: string, seed: number) => {
    const landscape = { seed, colours, ridges: 4, light: [0.3, 0.2], water: 0.7 } as const;
    const buffer = await draw(landscape, capture('2026:07:12 19:12:00'));
    return { name, mimeType: 'image/jpeg', buffer };
  };
  return [
    await file('by-the-lake.jpg', 4_711),
    { name: 'waves.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') },
    await file('last-light.jpg', 4_712),
  ];
}

/** Runs in the page, which is signed in. */
async function makeLink(): Promise<string> {
  const answer = await fetch('/api/links', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resource: { type: 'folder', id: 'alps' },
      position: 'exact',
      role: 'contributor',
      download: true,
    }),
  });
  return ((await answer.json()) as { readonly url: string }).url;
}
