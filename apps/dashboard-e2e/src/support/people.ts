import { imagesShown, openPage, PASSWORD, type WatchedPage } from './browser.js';
import type { Dashboard } from './dashboard.js';

const TIMEOUT_MS = 15_000;

/** The page of somebody who comes in by an invite, with an account of their own. */
export async function openAs(dashboard: Dashboard, name: string): Promise<WatchedPage> {
  const invited = await dashboard.send('POST', '/api/invites', { role: 'member' });
  const { url } = (await invited.json()) as { readonly url: string };
  const watched = await openPage(dashboard.browser);
  const { page } = watched;
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(url);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await imagesShown(page);
  return watched;
}
