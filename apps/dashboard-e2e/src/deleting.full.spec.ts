import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { places } from './support/places.js';

jest.setTimeout(240_000); // the browser has other work

/** A request that the page does not send now would come later, or never. */
const AT_ONCE = { timeout: 5_000 };
const NAMES = ['one.gif', 'two.gif', 'three.gif', 'four.gif', 'five.gif'];

/** Takes seconds, as every suite with a browser: it has one server and one page for all. */
describe('what is deleted in the dashboard', () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open();
    ({ page } = dashboard);
    for (const name of NAMES) {
      await dashboard.upload(name);
    }
    await page.getByRole('link', { name: 'five.gif' }).waitFor();
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog');
  const select = (name: string) => page.getByLabel(`Select ${name}`).check({ force: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const deletion = () => page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const gone = async (name: string) =>
    await page.getByRole('link', { name }).waitFor({ state: 'detached', ...AT_ONCE });
  const stored = async (): Promise<number> => {
    const listed = (await (await dashboard.server.fetch('/api/images')).json()) as {
      readonly images: unknown[];
    };
    return listed.images.length;
  };

  /** Has the server fail at what the page sends next, as one that is broken. */
  async function failing(path: string, act: () => Promise<unknown>): Promise<void> {
    await page.route(path, (route) => route.fulfill({ status: 500, json: { detail: 'It failed.' } }));
    await act();
    await page.unroute(path);
  }

  it('goes at once if it is one image', async () => {
    await select('one.gif');
    const answered = page.waitForResponse('**/api/images/bulk/delete', AT_ONCE);
    await deletion();
    expect((await answered).status()).toBe(200);
    await gone('one.gif');
    expect(await stored()).toBe(4);
  });

  it('is asked for with its number if it is more; what could not be deleted stays, and that is said', async () => {
    await select('two.gif');
    await select('three.gif');
    await deletion();
    await dialog().getByRole('heading', { name: 'Delete 2 images' }).waitFor(AT_ONCE);
    expect(await stored()).toBe(4);
    await failing('**/api/images/bulk/delete', async () => {
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await dialog().getByRole('alert').waitFor();
    });
    expect(await page.getByLabel('Select two.gif').count()).toBe(1);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await gone('two.gif');
    await gone('three.gif');
    expect(await stored()).toBe(2);
  });

  it('is still there, and says so, if an image that is open could not be deleted', async () => {
    await page.getByRole('link', { name: 'four.gif' }).click();
    await failing('**/api/images/bulk/delete', async () => {
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await dialog().getByRole('alert').waitFor(AT_ONCE);
    });
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().waitFor({ state: 'detached' });
    await gone('four.gif');
    expect(await stored()).toBe(1);
  });

  it('is a space with as many features as it says', async () => {
    await dashboard.fill('places', places(7));
    await dashboard.visit('/spaces/places');
    await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog().getByText('7 features').waitFor(AT_ONCE);
    await failing('**/hub/spaces/places', async () => {
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await dialog().getByRole('alert').waitFor();
    });
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No spaces yet').waitFor();
  });

  it('is a person, a key or all sessions only after a question, which stays open with what went wrong', async () => {
    await dashboard.send('POST', '/api/keys', { name: 'Phone', scopes: ['images:read'] });
    const invited = await dashboard.send('POST', '/api/invites', { role: 'member' });
    const [, token] = ((await invited.json()) as { readonly url: string }).url.split('#');
    await dashboard.server.fetch('/api/invites/accept', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      key: null,
      body: JSON.stringify({ token, name: 'Mia', password: 'four quiet words here' }),
    });
    for (const [view, opener, path, action] of [
      ['/people', 'Remove Mia', '**/api/users/*', 'Remove Mia'],
      ['/keys', 'Revoke “Phone”', '**/api/keys/*', 'Revoke'],
      ['/account', 'Sign out everywhere', '**/api/sessions', 'Sign out everywhere'],
    ] as const) {
      await dashboard.visit(view);
      await press(opener);
      await failing(path, async () => {
        await dialog().getByRole('button', { name: action, exact: true }).click(AT_ONCE);
        await dialog().getByRole('alert').waitFor(AT_ONCE);
      });
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: opener, exact: true }).waitFor();
    }
    expect(dashboard.faults()).toEqual([]);
  });
});
