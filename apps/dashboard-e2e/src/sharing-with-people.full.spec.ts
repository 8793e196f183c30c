import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { imagesShown, openPage, PASSWORD, type WatchedPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook, largePictureShown } from './support/looks.js';
import { drop, pictureNamed } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };

/** One server, its owner Ada with an album, a folder and a space, and Mia, who comes in by an invite. */
describe('people who share with one another', () => {
  let dashboard: Dashboard;
  let page: Page;
  let watched: WatchedPage;
  let mia: Page;
  let image = '';
  let album = '';

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    const create = { width: 90, height: 60, channels: 3, background: '#47a' } as const;
    const bytes = await sharp({ create }).jpeg().toBuffer();
    image = await dashboard.upload('shore.jpg', { bytes, path: 'trip', takenAt: '2024-07-01 10:00' });
    await dashboard.send('PATCH', `/api/images/${image}`, { visibility: 'private' });
    const made = await dashboard.send('POST', '/api/albums', { title: 'Summer', images: [image] });
    ({ id: album } = (await made.json()) as { readonly id: string });
    await dashboard.fill('places', [
      { type: 'Feature', id: 'a', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} },
    ]);
    watched = await openPage(dashboard.browser);
    mia = watched.page;
    mia.setDefaultTimeout(SOON.timeout);
  });
  afterAll(async () => await dashboard.close());

  const dialog = (of: Page = page) => of.getByRole('dialog', { name: /^Share/ });
  const row = (of: Page | Locator, name: string) => of.getByRole('listitem').filter({ hasText: name });

  async function shareWithMia(role: string): Promise<void> {
    await dialog().getByText('People', { exact: true }).click();
    await dialog().getByLabel('User name').fill('Mia');
    await dialog().getByLabel('Role', { exact: true }).selectOption(role);
    await dialog().getByRole('button', { name: 'Share', exact: true }).click();
    await row(dialog(), 'Mia').waitFor();
  }

  async function changeRole(role: string): Promise<void> {
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await dialog().getByLabel('Role of Mia').selectOption(role);
    expect((await saved).status()).toBe(201);
  }

  async function openShared(title: string): Promise<void> {
    await mia.goto(`${dashboard.server.address}/shared`);
    await mia.getByRole('link', { name: title }).click();
    await mia.getByText('You are in the library of Ada.').waitFor();
  }

  it('come in by an invite that shares the whole library, and leave it', async () => {
    await dashboard.visit('/people');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const invite = page.getByRole('dialog', { name: 'Invite someone' });
    await invite.getByLabel('Share your library').selectOption('Viewer');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await invite.getByRole('button', { name: 'Create a link' }).click();
    await mia.goto(await invite.locator('code').innerText());
    await mia.getByLabel('Name').fill('Mia');
    await mia.getByLabel('Password').fill(PASSWORD);
    await mia.keyboard.press('Enter');
    await imagesShown(mia);
    await mia.getByRole('link', { name: 'Shared with me', exact: true }).click();
    await row(mia, 'Everything of Ada').getByRole('link').click();
    await mia.getByRole('link', { name: 'shore.jpg' }).waitFor();
    await mia.getByText('You are in the library of Ada.').waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    expect(await mia.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    await mia.getByRole('link', { name: 'Back to my library' }).click();
    await mia.getByText('No images yet').waitFor();
    await mia.getByRole('link', { name: 'Shared with me', exact: true }).click();
    await mia.getByRole('button', { name: 'Leave' }).click();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await mia.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await mia.getByText('Nothing yet').waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
  });

  it('share an album, of which a viewer sees a private picture and changes nothing', async () => {
    await dashboard.visit(`/albums/${album}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog().getByText('People', { exact: true }).click();
    await dialog().getByText('No one else has access yet.').waitFor();
    await dialog().getByText('They can see the images of the album').waitFor();
    await dialog().getByLabel('User name').fill('Nobody at all');
    await dialog().getByRole('button', { name: 'Share', exact: true }).click();
    await dialog().getByText('There is no user named “Nobody at all”.').waitFor();
    await shareWithMia('Viewer');
    expect(await faultsInEveryLook(page)).toEqual([]);

    await openShared('Summer');
    await mia.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
    await mia.getByRole('link', { name: 'shore.jpg' }).click();
    await mia.getByRole('dialog', { name: 'shore.jpg' }).waitFor();
    await largePictureShown(mia);
    await mia.getByText('Dimensions').waitFor(); // the role is known with the details
    for (const name of ['Share', 'Delete', 'Save tags', 'Edit'])
      expect(await mia.getByRole('button', { name }).count()).toBe(0);
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await mia.goBack();
    await mia.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await faultsInEveryLook(mia)).toEqual([]);
    expect(await mia.getByRole('button', { name: 'Share' }).count()).toBe(0);
  });

  it('change the role, with which more is offered, and end it at once', async () => {
    await changeRole('Editor');
    await mia.reload();
    await mia.getByRole('button', { name: 'Edit' }).waitFor();
    await mia.getByRole('link', { name: 'shore.jpg' }).click();
    await mia.getByLabel('Tags').fill('sea');
    await mia.getByRole('button', { name: 'Save tags' }).click();
    await mia.getByText('The tags are saved.').waitFor();

    await changeRole('Manager');
    await mia.goto(`${new URL(mia.url()).origin}/shared`);
    await row(mia, 'Manager').getByRole('link').click();
    await mia.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog(mia).getByText('There are no links to this yet.').waitFor();
    await dialog(mia).getByText('People', { exact: true }).click();
    await dialog(mia).getByLabel('Role of Mia').waitFor();
    await mia.goBack();

    await dialog().getByRole('button', { name: 'Remove Mia' }).click();
    await page.getByText('Mia no longer has access.').waitFor();
    await dialog().getByText('No one else has access yet.').waitFor();
    await mia.reload();
    await mia.getByText('This is no longer shared with you').waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    const file = await mia.evaluate<number>(
      `fetch('/cdn/trip/shore.jpg', { cache: 'no-store' }).then(({ status }) => status)`,
    );
    expect(file).toBe(404);
  });

  it('share a picture, a folder and a space, each of which opens where it is looked at', async () => {
    for (const path of [`/images/${image}`, '/images?path=trip', '/spaces/places']) {
      await dashboard.visit(path);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await dialog().getByText('People', { exact: true }).click();
      await dialog().getByLabel('User name').fill('Mia');
      await dialog().getByRole('button', { name: 'Share', exact: true }).click();
      await row(dialog(), 'Mia').first().waitFor();
    }
    expect(await faultsInEveryLook(page)).toEqual([]);
    await openShared('shore.jpg');
    await largePictureShown(mia);
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await mia.keyboard.press('Escape');
    await mia.getByRole('heading', { level: 1, name: 'Shared with me' }).waitFor();
    expect(await faultsInEveryLook(mia)).toEqual([]);
    await openShared('trip');
    await mia.getByRole('link', { name: 'shore.jpg' }).waitFor();
    expect(await mia.getByRole('alert').count()).toBe(0);
    await mia.goto(`${dashboard.server.address}/spaces`);
    await mia.locator('a[href^="/shared/"]', { hasText: 'PLACES' }).click();
    await mia.getByText('You are in the library of Ada.').waitFor();
    await mia.getByRole('heading', { level: 1, name: 'PLACES' }).waitFor();
    expect(await mia.getByRole('button', { name: 'Import' }).count()).toBe(0);
    expect(await mia.getByRole('button', { name: 'Edit' }).count()).toBe(0);

    await dashboard.visit(`/images/${image}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog().getByText('People', { exact: true }).click();
    await dialog().getByText('through the folder trip').waitFor();
  });

  it('add to a folder of somebody else, where contributors change what is theirs', async () => {
    const resource = { type: 'folder', id: 'trip' };
    await dashboard.send('POST', '/api/grants', {
      resource,
      to: { type: 'user', name: 'Mia' },
      role: 'contributor',
    });
    await openShared('trip');
    await mia.getByRole('button', { name: 'Upload' }).waitFor();
    await drop(mia, [pictureNamed('mine.gif')]);
    await mia.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
    await mia.getByRole('link', { name: 'mine.gif' }).waitFor();
    const listed = await dashboard.send('GET', '/api/images?path=trip');
    expect(await listed.text()).toContain('mine.gif');
    await mia.getByRole('link', { name: 'shore.jpg' }).click();
    await mia.getByText('Dimensions').waitFor();
    expect(await mia.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await mia.goBack();
    await mia.getByRole('link', { name: 'mine.gif' }).click();
    await mia.getByRole('button', { name: 'Delete' }).click();
    await mia.getByRole('link', { name: 'mine.gif' }).waitFor({ state: 'detached' });
    expect(await mia.getByRole('link', { name: 'shore.jpg' }).count()).toBe(1);
  });

  it('sign in at an address that is shared with them, and are there', async () => {
    await openShared('trip');
    const { page: fresh } = await openPage(dashboard.browser);
    fresh.setDefaultTimeout(SOON.timeout);
    await fresh.goto(mia.url());
    await fresh.getByLabel('Name').fill('Mia');
    await fresh.getByLabel('Password').fill(PASSWORD);
    await fresh.keyboard.press('Enter');
    await fresh.getByRole('link', { name: 'shore.jpg' }).waitFor();
    expect(fresh.url()).toBe(mia.url());
    await fresh.context().close();
  });

  it('make a group of members, and share everything with it', async () => {
    await dashboard.visit('/people');
    await page.getByRole('button', { name: 'Create a group' }).click();
    const made = page.getByRole('dialog', { name: 'Create a group' });
    await made.getByLabel('Name').fill('Friends');
    await made.getByLabel('Members').fill('Mia\nNobody at all\nNo one');
    await made.getByRole('button', { name: 'Create a group' }).click();
    await made.getByText('There is no user named “Nobody at all” or “No one”.').waitFor();
    expect(await made.getByLabel('Members').getAttribute('aria-invalid')).toBe('true');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await made.getByLabel('Members').fill('Mia');
    await made.getByRole('button', { name: 'Create a group' }).click();
    await page.getByRole('button', { name: 'Change Friends' }).click();
    const changed = page.getByRole('dialog', { name: 'Change Friends' });
    await changed.getByLabel('Name').fill('Family');
    await changed.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('With whom').selectOption('Group “Family”');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Family' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    await mia.goto(`${dashboard.server.address}/shared`);
    await row(mia, 'through a group').waitFor();
    await page.getByRole('button', { name: 'Delete Family' }).click();
    await page.getByRole('button', { name: 'Delete the group' }).click();
    await page.getByText('“Family” is deleted.').waitFor();
    await mia.reload();
    await row(mia, 'Album of Ada').or(row(mia, 'Folder of Ada')).first().waitFor();
    expect(await row(mia, 'through a group').count()).toBe(0);
    expect([...dashboard.faults(), ...watched.faults()]).toEqual([]);
  });
});
