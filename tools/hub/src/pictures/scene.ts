import type { Page } from 'playwright-core';

/** A view of the dashboard, and how to get there. */
export interface Scene {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly height: number;
  /** That of a laptop unless it is given. */
  readonly width?: number;
  /** Goes on until what is to be seen is there. */
  readonly show: (page: Page, address: string) => Promise<void>;
}

/** The map shows what it has when nothing is loading any more. */
export async function mapDrawn(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_500); // WebGL draws without telling
}
