import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { imagesShown, openPage, PASSWORD, type WatchedPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { Keyboard } from './support/keyboard.js';
import { faultsInEveryLook } from './support/looks.js';
import { openAs } from './support/people.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };

/** One server, its owner Ada, and Mia, who is a member. */
describe('the view of people', () => {
  let dashboard: Dashboard;
  let page: Page;
  let watched: WatchedPage;
  let mia: Page;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    watched = await openAs(dashboard, 'Mia');
    mia = watched.page;
  });
  afterAll(async () => await dashboard.close());

  const dialog = (of: Page = page) => of.getByRole('dialog');
  const part = (name: string, of: Page = page) => of.getByRole('region', { name, exact: true });
  const row = (of: Locator, name: string) => of.getByRole('listitem').filter({ hasText: name });
  const visit = async (path = '/people') => await dashboard.visit(path);

  it('is behind a link of every view, and shows who is there', async () => {
    await page.getByRole('link', { name: 'People' }).click();
    await row(part('Users'), 'Ada').getByText('Owner').waitFor();
    await row(part('Users'), 'Mia').getByText('last active').waitFor();
    await part('Pending invites').getByText('No one is invited at the moment.').waitFor();
    await row(part('Accounts'), 'used by Mia').waitFor();
    await page.getByRole('heading', { name: 'Groups' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await visit('/account');
    await page.getByRole('main').getByRole('button', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await visit('/server');
    await page.getByRole('main').getByRole('button', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  });

  it('says what each role may do, each more than the one before', async () => {
    const table = page.getByRole('table');
    const cells = async (name: string) => {
      const found = table.getByRole('row').filter({ hasText: name }).getByRole('cell');
      return (await found.allInnerTexts()).map((text) => text.trim());
    };
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Viewer',
      'Contributor',
      'Editor',
      'Manager',
      'Owner',
    ]);
    expect(await cells('View and download')).toEqual(['Yes', 'Yes', 'Yes', 'Yes', 'Yes']);
    expect(await cells('Change what they added')).toEqual(['No', 'Yes', 'Yes', 'Yes', 'Yes']);
    expect(await cells('Share with others')).toEqual(['No', 'No', 'No', 'Yes', 'Yes']);
    expect(await cells('Decide about owners')).toEqual(['No', 'No', 'No', 'No', 'Yes']);
  });

  it('renames a user, with the keyboard, who stays signed in; a name that is taken is refused', async () => {
    const keyboard = new Keyboard(page);
    await keyboard.press(page.getByRole('button', { name: 'Change Mia' }));
    await dialog().getByLabel('Name', { exact: true }).fill('aDA');
    await page.keyboard.press('Enter');
    await dialog().getByText('There is a user with this name already.').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog().getByLabel('Name', { exact: true }).fill('Mia Berg');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Mia Berg is changed.').waitFor();
    await row(part('Users'), 'Mia Berg').waitFor();
    await mia.goto(`${dashboard.server.address}/account`);
    await mia.getByText('Signed in as Mia Berg').waitFor();
  });

  it('renames an account, and others read that name', async () => {
    await page.getByRole('button', { name: 'Rename the account “Ada”' }).click();
    await dialog().getByText('“Album of Ada”').waitFor();
    await dialog().getByLabel('Name of the account').fill('The Lovelaces');
    await dialog().getByText('“Album of The Lovelaces”').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row(part('Accounts'), 'The Lovelaces').getByText('used by Ada').waitFor();
    const made = await dashboard.send('POST', '/api/albums', { title: 'Summer' });
    const { id } = (await made.json()) as { readonly id: string };
    await dashboard.send('POST', '/api/grants', {
      resource: { type: 'album', id },
      to: { type: 'user', name: 'mia berg' },
      role: 'viewer',
    });
    await mia.goto(`${dashboard.server.address}/shared`);
    await mia.getByText('Album of The Lovelaces').waitFor();
    await mia.getByRole('link', { name: 'Summer' }).click();
    await mia.getByText('You are in the library of The Lovelaces.').waitFor();
  });

  it('has invites, which end here, and into accounts that nobody uses', async () => {
    await dashboard.send('POST', '/api/accounts', { name: 'Club' });
    await visit();
    await row(part('Accounts'), 'Club').getByText('No one signs in to it.').waitFor();
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await dialog().getByLabel('Library', { exact: true }).selectOption('Club');
    await dialog().getByRole('button', { name: 'Create a link' }).click();
    await dialog().locator('code').waitFor();
    await page.keyboard.press('Escape');
    const invite = row(part('Pending invites'), 'Invite into the account “Club”');
    await invite.getByText('until').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await invite.getByRole('button', { name: 'Withdraw the invite' }).click();
    await part('Pending invites').getByText('No one is invited at the moment.').waitFor();
  });

  it('makes a link for a new password, which is shown once and works once', async () => {
    await page.getByRole('button', { name: 'Change Mia Berg' }).click();
    await dialog().getByRole('button', { name: 'Create a link' }).click();
    await dialog().getByText('It works once, until').waitFor();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    const url = await dialog().locator('code').innerText();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change Mia Berg' }).click();
    await dialog().getByRole('button', { name: 'Create a link' }).waitFor();
    await page.keyboard.press('Escape');
    const { page: forgetful } = await openPage(dashboard.browser);
    forgetful.setDefaultTimeout(SOON.timeout);
    await forgetful.goto(url);
    await forgetful.getByLabel('New password').fill(`${PASSWORD}, and more`);
    await forgetful.keyboard.press('Enter');
    await imagesShown(forgetful);
    await forgetful.goto('about:blank');
    await forgetful.goto(url);
    await forgetful.getByText('This link cannot be used').waitFor();
    await forgetful.context().close();
  });

  it('shows the first of many, and finds the others', async () => {
    for (let number = 10; number < 65; number += 1)
      await dashboard.send('POST', '/api/accounts', { name: `Team ${number}` });
    await visit();
    const accounts = part('Accounts');
    await row(accounts, 'Team 10').waitFor();
    expect(await accounts.getByRole('listitem').count()).toBe(50);
    await accounts.getByRole('button', { name: 'Show more' }).click();
    await row(accounts, 'Team 64').waitFor();
    await accounts.getByLabel('Search accounts').fill('team 3');
    await row(accounts, 'Team 10').waitFor({ state: 'detached' });
    expect(await accounts.getByRole('listitem').count()).toBe(10);
    await accounts.getByLabel('Search accounts').fill('used by nobody');
    await accounts.getByText('No account matches.').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(dashboard.faults()).toEqual([]);
  });

  it('shows a member what concerns them, and nobody else; they rename themself, in German', async () => {
    await openSignedIn();
    const asked: string[] = [];
    mia.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await mia.goto(`${dashboard.server.address}/people`);
    await mia.getByText('Who has access to your account, and your groups.').waitFor();
    await mia.getByRole('heading', { name: 'Members' }).waitFor();
    await mia.getByRole('heading', { name: 'Groups' }).waitFor();
    expect(await mia.getByText('Ada').count()).toBe(0);
    expect(await part('Users', mia).count()).toBe(0);
    expect(asked.filter((path) => /^\/api\/(?:users|invites|accounts)/.test(path))).toEqual([]);
    expect(await faultsInEveryLook(mia)).toEqual([]);

    await mia.goto(`${dashboard.server.address}/account`);
    await mia.getByLabel('Language').selectOption('de');
    await mia.getByLabel('Dein Name').fill('Ada');
    await mia.getByRole('button', { name: 'Namen speichern' }).click();
    await mia.getByText('Diesen Namen hat schon jemand.').waitFor();
    await mia.getByLabel('Dein Name').fill('Mia Sommer');
    await mia.getByLabel('Name deines Kontos').fill('Familie Sommer');
    await mia.getByText('„Album von Familie Sommer“').waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await mia.getByRole('button', { name: 'Namen speichern' }).click();
    await mia.getByText('Angemeldet als Mia Sommer').waitFor();
    await mia.goto(`${dashboard.server.address}/people`);
    await mia.getByRole('heading', { level: 1, name: 'Personen' }).waitFor();
    await mia.getByText('Bestimmen, wem es gehört').waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    expect(watched.faults()).toEqual([]);
  });

  it('gives a library to several people at once, and says which of them is not there', async () => {
    await visit();
    await page.getByLabel('User name').fill('Mia Sommer, Nobody, No one');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('There is no user named “Nobody” or “No one”.').waitFor();
    await page.getByRole('button', { name: 'Remove Mia Sommer', exact: true }).first().waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe('Nobody, No one');
    expect(await page.getByLabel('User name').getAttribute('aria-invalid')).toBe('true');
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  /** The link for a new password has ended her sessions. */
  async function openSignedIn(): Promise<void> {
    await mia.goto(`${dashboard.server.address}/sign-in`);
    await mia.getByLabel('Name').fill('Mia Berg');
    await mia.getByLabel('Password').fill(`${PASSWORD}, and more`);
    await mia.keyboard.press('Enter');
    await imagesShown(mia);
  }
});
