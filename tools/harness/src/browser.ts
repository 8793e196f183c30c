import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** The first one is Chromium without its windows: a page takes a quarter less of the processor there. */
const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser'].map(
  (name) => `/usr/bin/${name}`,
);
const programs = [process.env['CAIRN_TEST_CHROMIUM'], ...installed];
const executablePath = programs.find((path) => path !== undefined && existsSync(path));

/**
 * Starts Chromium. Its sandbox does not work for root, as whom containers run.
 * @throws {Error} when it is not installed.
 */
export async function openBrowser(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('Chromium is not installed: run tools/services/install.sh.');
  const { chromium } = await import('playwright-core'); // slow to load, and most tests need none
  return await chromium.launch({ executablePath, chromiumSandbox: false });
}
