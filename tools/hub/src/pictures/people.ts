import type { ServerProcess } from '@cairn/harness';
import type { Browser, BrowserContext } from 'playwright-core';

export const PASSWORD = 'four quiet words here';

/** Makes the owner with the link that the server printed, and signs in. */
export async function makeOwner(browser: Browser, server: ServerProcess): Promise<BrowserContext> {
  const [link = ''] = /\/setup#\S+/.exec(server.output()) ?? [];
  return await join(browser, server.address + link, 'Ada');
}

/** Makes a member by an invite of the owner, and signs in. */
export async function makeMember(
  browser: Browser,
  owner: BrowserContext,
  address: string,
): Promise<BrowserContext> {
  const data = { role: 'member', expiresIn: 600 };
  const headers = { origin: address };
  const invited = await owner.request.post(`${address}/api/invites`, { data, headers });
  const { token } = (await invited.json()) as { readonly token: string };
  return await join(browser, `${address}/invite#${token}`, 'Grace');
}

/** Ends the stream of events of all pages, so that a page whose network is idle has all that it shows. */
export async function endEvents(context: BrowserContext): Promise<void> {
  await context.route('**/api/events*', (route) => route.abort());
}

async function join(browser: Browser, link: string, name: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Images' }).waitFor();
  await page.close();
  return context;
}
