import { join } from 'node:path';
import type { ServerProcess } from '@cairn/harness';
import type { Browser, Page } from 'playwright-core';
import { endEvents, makeMember } from './people.js';
import { views, type View } from './views.js';

const screens = [
  { name: '1440', viewport: { width: 1_440, height: 900 }, hasTouch: false },
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true },
] as const;
const themes = ['light', 'dark'] as const;
const PATIENCE_MS = 20_000;

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

export interface ViewPictures {
  readonly browser: Browser;
  readonly server: ServerProcess;
  /** What the browser of the owner knows. */
  readonly owner: State;
  readonly folder: string;
  /** Part of the names of the views to take; all if it is empty. */
  readonly only: string;
  readonly say: (text: string) => void;
}

/**
 * Takes a picture of every view on a wide screen and on a phone, in both themes: of the whole page, or with a map of
 * what fits the screen. Returns what could not
 * be taken, and what is wider than the screen.
 */
export async function takeViews({
  browser,
  server,
  owner,
  folder,
  only,
  say,
}: ViewPictures): Promise<string[]> {
  const grace = await makeMember(browser, await browser.newContext({ storageState: owner }), server.address);
  const states = { owner, member: await grace.storageState(), stranger: { cookies: [], origins: [] } };
  await fill(server);
  const faults: string[] = [];
  for (const view of views.filter(({ name }) => name.includes(only)))
    for (const { name: screen, viewport, hasTouch } of screens)
      for (const colorScheme of themes) {
        const name = `${view.name}-${screen}-${colorScheme}`;
        const context = await browser.newContext({
          ...{
            viewport,
            hasTouch,
            isMobile: hasTouch,
            colorScheme,
            reducedMotion: 'reduce',
            locale: view.locale,
          },
          storageState: states[view.viewer],
        });
        await endEvents(context);
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE_MS);
        try {
          await open(page, server.address, view);
        } catch (error) {
          faults.push(`${name}: ${String(error).split('\n')[0] ?? ''}`);
        }
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (wide > viewport.width) faults.push(`${name} is ${wide} pixels wide`);
        // Making the window as high as the page draws a map anew, and the picture would be taken before it is there.
        const fullPage = (await page.locator('canvas').count()) === 0;
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
        await context.close();
        say(name);
      }
  return faults;
}

async function open(page: Page, address: string, { path, then }: View): Promise<void> {
  await page.goto(address + path);
  await page.waitForLoadState('networkidle');
  await then?.(page);
  await page.waitForTimeout(400); // pictures fade in
}

/** Makes a space without features, and keys of each kind. */
async function fill(server: ServerProcess): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const make = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const response = await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { readonly id: string };
  };
  await make('/hub/spaces', {
    id: 'empty',
    title: 'Bike routes',
    description: 'To be filled.',
    readOnly: false,
  });
  await make('/hub/spaces', { id: 'trip', title: 'Photos of the Alps' });
  const body = JSON.stringify({ spaceId: 'trip' });
  await server.fetch('/api/photo-spaces?path=alps', { method: 'PUT', headers, body });
  await make('/api/keys', { name: 'Web site', scopes: ['images:read'] });
  await make('/api/keys', {
    name: 'Camera of the weather station on the roof',
    scopes: ['images:write'],
    expiresAt: '2030-01-01T00:00:00.000Z',
  });
  const { id } = await make('/api/keys', { name: 'Old phone', scopes: ['images:write'] });
  await server.fetch(`/api/keys/${id}`, { method: 'DELETE' });
}
