import { expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openPage } from './browser.js';

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
