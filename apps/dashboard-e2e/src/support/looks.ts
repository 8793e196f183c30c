import { until } from '@cairn/harness';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './browser.js';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** What axe finds in both themes, and whether the page fits. */
export async function faultsInBothThemes(page: Page): Promise<readonly string[]> {
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await accessibilityFaults(page, 'of colours');
  await page.emulateMedia({ colorScheme: 'light' });
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  return [...light, ...dark.map((fault) => `dark ${fault}`), ...(isWide ? ['too wide'] : [])];
}

/** The same on a phone and on a screen. */
export async function faultsInEveryLook(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    faults.push(...(await faultsInBothThemes(page)));
  }
  if (before) await page.setViewportSize(before);
  return faults;
}

const HAS_PICTURE =
  '[...document.querySelectorAll("dialog img")].some(({ naturalWidth }) => naturalWidth > 0)';

/** Resolves when an image that is open has pixels. The policy of the page refuses `waitForFunction`. */
export async function largePictureShown(page: Page): Promise<void> {
  await until('a picture is shown', () => page.evaluate<boolean>(HAS_PICTURE));
}
