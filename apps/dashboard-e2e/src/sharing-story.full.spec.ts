import { readFile } from 'node:fs/promises';
import { uploadForm } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Dashboard } from './support/dashboard.js';
import { chooseAsGuest, statesOf } from './support/guests.js';
import { faultsInBothThemes, faultsInEveryLook } from './support/looks.js';
import { openAsStranger } from './support/strangers.js';
import { pictureNamed, type ChosenFile } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PASSWORD = 'sand and sea';
const [DUNE, REEF, SHORE] = [pictureNamed('dune.gif'), pictureNamed('reef.gif'), pictureNamed('shore.gif')];
const OWN = [DUNE, REEF, SHORE].map(({ name }) => name);
const video: ChosenFile = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') };

/** An album that its owner Ada shares by a link, from the first guest to the end of the link. */
describe('an album that is shared by a link', () => {
  let dashboard: Dashboard;
  let page: Page;
  let phone: Page;
  let album: string;
  let url: string;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    ({ page } = dashboard);
    const images: string[] = [];
    for (const { name, buffer: bytes } of [DUNE, REEF, SHORE])
      images.push(await dashboard.upload(name, { bytes }));
    const made = await dashboard.send('POST', '/api/albums', { title: 'Summer', images });
    ({ id: album } = (await made.json()) as { readonly id: string });
  });
  afterAll(async () => await dashboard.close());

  const dialog = () => page.getByRole('dialog').last();
  const shown = (name: string) => page.getByRole('img', { name });
  const namesInAlbum = async (): Promise<readonly string[]> => {
    const answer = await dashboard.send('GET', `/api/albums/${album}/images`);
    const { images } = (await answer.json()) as { readonly images: readonly { readonly url: string }[] };
    // The names of private files end with 22 random characters.
    return images.map(({ url: file }) => file.slice(file.lastIndexOf('/') + 1).split(/[-.]/, 1)[0] ?? '');
  };

  it('has a link with a password, by which photos are added that wait', async () => {
    await dashboard.visit(`/albums/${album}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog().getByLabel('Can', { exact: true }).selectOption('View and add images');
    await dialog().getByLabel('Photos that others add').selectOption('Wait for my approval');
    await dialog().getByLabel('Password').fill(PASSWORD);
    await dialog().getByLabel('Allow downloading originals').check();
    await dialog().getByRole('button', { name: 'Create a link' }).click();
    url = await dialog().locator('code').innerText();
    await dialog().getByRole('button', { name: 'Done' }).click();
  });

  it('is opened on a phone, and downloaded', async () => {
    phone = await openAsStranger(dashboard.browser, url, PHONE);
    await phone.getByLabel('Password').fill(PASSWORD);
    await phone.getByRole('button', { name: 'Open' }).click();
    await phone.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
    const [download] = await Promise.all([
      phone.waitForEvent('download'),
      phone.getByRole('link', { name: 'Download all' }).click(),
    ]);
    const zip = await readFile(await download.path(), 'latin1');
    for (const name of OWN) expect(zip).toContain(name);
    expect(zip.split('PK\x01\x02')).toHaveLength(OWN.length + 1);
    expect(download.suggestedFilename()).toBe('Summer.zip');
  });

  it('gets five photos of a guest: two wait, two are there already, and one is a video', async () => {
    await chooseAsGuest(phone, [DUNE, pictureNamed('dawn.gif'), video, REEF, pictureNamed('dusk.gif')]);
    await phone.getByLabel('Your name (optional)').fill('Mia');
    await phone.getByRole('button', { name: 'Send 4 photos' }).click();
    await phone.getByText('2 are waiting for the owner’s approval. 2 were already here.').waitFor();
    expect(await statesOf(phone)).toEqual([
      expect.stringMatching(/^dune.gif: .*Already here$/),
      expect.stringMatching(/^dawn.gif: .*Waiting for the owner’s approval$/),
      expect.stringContaining('Videos can’t be added here'),
      expect.stringMatching(/^reef.gif: .*Already here$/),
      expect.stringMatching(/^dusk.gif: .*Waiting for the owner’s approval$/),
    ]);
    expect(await faultsInBothThemes(phone)).toEqual([]);
    expect(await namesInAlbum()).toEqual(['dune', 'reef', 'shore']);
    await addAsTom();
  });

  /** Another guest, whose photos nobody has asked for. */
  async function addAsTom(): Promise<void> {
    const secret = url.slice(url.lastIndexOf('/') + 1);
    let cookie = await unlockedBy(secret);
    for (const name of ['advert.gif', 'banner.gif']) {
      const body = uploadForm({ bytes: pictureNamed(name).buffer, name });
      body.set('guest', 'Tom');
      const sent = { method: 'POST', key: null, body, headers: { cookie } };
      const response = await dashboard.server.fetch(`/api/shared/${secret}/upload`, sent);
      expect(response.status).toBe(202);
      const [own] = response.headers.getSetCookie();
      if (own !== undefined) cookie += `; ${own.split(';', 1)[0] ?? ''}`;
    }
  }

  async function unlockedBy(secret: string): Promise<string> {
    const response = await dashboard.server.fetch(`/api/shared/${secret}/unlock`, {
      method: 'POST',
      key: null,
      body: JSON.stringify({ password: PASSWORD }),
      headers: { 'content-type': 'application/json' },
    });
    return response.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
  }

  it('has three of them approved by keys, and one removed with its guest', async () => {
    await dashboard.visit(`/albums/${album}`);
    await page.getByRole('link', { name: '4 photos are waiting for your approval' }).click();
    const strip = page.getByRole('list', { name: 'Waiting photos' }).getByRole('button');
    await strip.first().focus();
    for (const photo of ['dawn.gif, from Mia', 'dusk.gif, from Mia', 'advert.gif, from Tom']) {
      await shown(photo).waitFor();
      await page.keyboard.press('y');
      await shown(photo).waitFor({ state: 'detached' });
    }
    await shown('banner.gif, from Tom').waitFor();
    expect(await namesInAlbum()).toEqual(['dune', 'reef', 'shore', 'dawn', 'dusk', 'advert']);

    await dashboard.visit(`/albums/${album}`);
    await page.getByRole('link', { name: /^advert/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Tom', exact: true }).click();
    await page.getByRole('button', { name: 'Remove everything this guest added' }).click();
    await dialog().getByRole('button', { name: 'Remove everything this guest added' }).click();
    await page.getByText('What this guest added is in the trash.').waitFor();
    expect(await namesInAlbum()).toEqual(['dune', 'reef', 'shore', 'dawn', 'dusk']);
    const waiting = await dashboard.send('GET', '/api/contributions');
    expect(await waiting.json()).toMatchObject({ count: 0 });
  });

  it('has its link ended while the guest looks, who is told so', async () => {
    await phone.goto(url);
    await phone.getByRole('link', { name: 'dawn.gif', exact: true }).waitFor();
    await dashboard.visit('/shared/by-me');
    const row = page.getByRole('list', { name: 'Links' }).getByRole('listitem').filter({ hasText: 'Summer' });
    await row.getByText('2 of', { exact: false }).or(row.getByText(/added/)).first().waitFor();
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await phone.getByRole('link', { name: 'dawn.gif', exact: true }).click();
    await phone.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await faultsInBothThemes(phone)).toEqual([]);
    await phone.context().close();
  });

  it('is a diary afterwards', async () => {
    await dashboard.visit('/activity');
    await page.getByText('The link to “Summer” was ended by Ada').waitFor();
    const list = await page.getByRole('main').innerText();
    const told = [
      'The link to “Summer” was ended by Ada',
      'Ada refused a photo for “Summer”',
      'Ada removed a photo',
      'Ada approved 3 photos for “Summer”',
      'A guest (Tom) sent 2 photos through the link to “Summer”, for approval',
      'A guest (Mia) sent 2 photos through the link to “Summer”, for approval',
      'Ada created a link to “Summer”',
    ];
    const places = told.map((sentence) => list.indexOf(sentence));
    expect(places.every((place) => place >= 0) ? [] : [list]).toEqual([]);
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(dashboard.faults()).toEqual([]);
  });
});
