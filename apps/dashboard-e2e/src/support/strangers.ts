import { expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults, openPage } from './browser.js';

/** An address in the browser of somebody who has no account. When the page is closed, nothing may have gone wrong in it. */
export async function openAsStranger(
  browser: Browser,
  url: string,
  { timeoutMs = 15_000, ...options }: BrowserContextOptions & { readonly timeoutMs?: number } = {},
): Promise<Page> {
  const { page, faults } = await openPage(browser, options);
  page.setDefaultTimeout(timeoutMs);
  page.on('close', () => expect(faults()).toEqual([]));
  await page.goto(url);
  return page;
}

/** What is wrong with how a page looks, in both themes, and whether it fits. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await accessibilityFaults(page, 'of colours');
  await page.emulateMedia({ colorScheme: 'light' });
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  return [...light, ...dark.map((fault) => `dark ${fault}`), ...(isWide ? ['too wide'] : [])];
}
