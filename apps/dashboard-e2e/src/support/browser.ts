import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { ServerProcess } from '@cairn/harness';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const reportRefusals = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  reportFault(violatedDirective + ' refused ' + blockedURI));`;

/** A page, and what it was refused by its policy or failed to do. */
export interface WatchedPage {
  readonly page: Page;
  /** What went wrong in the page since it was opened. Empty if all is well. */
  readonly faults: () => readonly string[];
}

/** Small: the processor draws it. */
const viewport = { width: 1000, height: 600 };

/** What a browser with windows allows to whoever presses a key or a button. */
const permissions = ['clipboard-write'];

/** Cookies and caches, as those of one person's browser. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions,
    viewport,
    ...options,
  });
}

/** A page in a context of its own. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  return await openPageIn(await openContext(browser, options));
}

export async function openPageIn(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const faults: string[] = [];
  await page.exposeFunction('reportFault', (fault: string) => faults.push(fault));
  await page.addInitScript({ content: reportRefusals });
  page.on('pageerror', ({ message }) => faults.push(message));
  return { page, faults: () => faults };
}

export const PASSWORD = 'four quiet words here';

/** What she wants the server for, which is whether new images are private or public. */
export type Purpose = 'My photos' | 'Images for websites';

/** Makes Ada the owner by the link that the server printed; resolves when her images are shown. */
export async function setUpOwner(
  page: Page,
  server: ServerProcess,
  purpose: Purpose = 'Images for websites',
): Promise<void> {
  await page.goto(/http\S+\/setup#\w+/.exec(server.output())?.[0] ?? '');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('radio', { name: purpose }).check();
  await page.keyboard.press('Enter');
  await imagesShown(page).catch(async (cause: unknown) => {
    throw new Error(`Not her images: ${page.url()}: ${await page.innerText('body')}`, { cause });
  });
}

export async function imagesShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Images' }).waitFor();
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** After a change of the theme colours go over, one element after those that it is in: axe looks when all are there. */
const findFaults = (options: object): string => `(() => {
  const transitions = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
  for (let left = transitions(); left.length > 0; left = transitions()) for (const one of left) one.finish();
  return axe.run(${JSON.stringify(options)}).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))));
})()`;

/** Waits for what fades in: its colours on the way are not those that one sees. */
const REST = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`;

/** What axe finds of the page that is serious or worse, one line for each rule and element. */
export async function accessibilityFaults(page: Page, rules?: 'of colours'): Promise<readonly string[]> {
  const only = rules === 'of colours' && { runOnly: ['color-contrast', 'link-in-text-block'] };
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  await page.evaluate(REST);
  return await page.evaluate<readonly string[]>(findFaults({ resultTypes: ['violations'], ...only }));
}
