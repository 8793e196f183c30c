import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const programs = [process.env['CAIRN_TEST_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const executablePath = programs.find((path) => path !== undefined && existsSync(path));

/** Why there are no tests in a browser here; `undefined` if there is one. */
export const whyNoBrowser =
  executablePath === undefined ? 'Chromium is not installed: tools/services/install.sh does that' : undefined;

/** Starts Chromium. Its sandbox does not work for root, as whom containers run. */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core'); // slow to load, and most tests need none
  return await chromium.launch({ executablePath: executablePath ?? '', chromiumSandbox: false });
}
