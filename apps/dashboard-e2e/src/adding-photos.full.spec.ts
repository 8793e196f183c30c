import { until } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openPage } from './support/browser.js';
import { Dashboard } from './support/dashboard.js';
import { chooseAsGuest, sendAsGuest, statesOf } from './support/guests.js';
import { faultsInBothThemes } from './support/looks.js';
import { drop, pictureNamed, type ChosenFile } from './support/uploading.js';

jest.setTimeout(240_000); // the browser has other work

const SOON = { timeout: 15_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const UPLOADS = '**/api/shared/*/upload';

const video: ChosenFile = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') };
const damaged: ChosenFile = { name: 'damaged.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') };

/** What the page sent: the names of the files, and of those who sent them. Only a route is told what a form has. */
async function sentBy(page: Page): Promise<{ readonly files: string[]; readonly guests: Set<string> }> {
  const sent = { files: [] as string[], guests: new Set<string>() };
  await page.route(UPLOADS, async (route) => {
    const form = route.request().postDataBuffer()?.toString('latin1') ?? '';
    sent.files.push(/filename="([^"]*)"/.exec(form)?.[1] ?? '');
    sent.guests.add(/name="guest"\r\n\r\n(.*)\r\n/.exec(form)?.[1] ?? '');
    await route.fallback();
  });
  return sent;
}

/** Takes seconds, as every suite with a browser. */
describe('guests who add photos', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open({ timeoutMs: SOON.timeout });
    await dashboard.upload('first.jpg', { bytes: Buffer.from(fixtures.jpeg.bytes), path: 'party' });
  });
  afterAll(async () => await dashboard.close());

  async function newLink(): Promise<{ readonly id: string; readonly url: string }> {
    const resource = { type: 'folder', id: 'party' };
    const made = await dashboard.send('POST', '/api/links', { resource, role: 'contributor' });
    return (await made.json()) as { readonly id: string; readonly url: string };
  }

  /** The page of a link. Nothing but what the browser itself reports of refused files may go wrong in it. */
  async function visit(options: BrowserContextOptions = {}, url?: string): Promise<Page> {
    const { page, faults } = await openPage(dashboard.browser, options);
    page.setDefaultTimeout(SOON.timeout);
    page.on('close', () => expect(faults()).toEqual([]));
    await page.goto(url ?? (await newLink()).url);
    return page;
  }

  const shown = async (page: Page, name: string): Promise<void> =>
    await page.getByRole('link', { name, exact: true }).waitFor();

  it('learn why one is refused; the others are sent once, and shown at once with thanks', async () => {
    const page = await visit(PHONE);
    const sent = await sentBy(page);
    const [one, two, later] = ['one', 'two', 'later'].map((name) => pictureNamed(`${name}.gif`));
    if (one === undefined || two === undefined || later === undefined) throw new Error('No picture.');
    await chooseAsGuest(page, [one, video, damaged, two]);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByLabel('Your name (optional)').fill('Grace');
    await page.getByRole('button', { name: 'Send 3 photos' }).click();
    await page.getByText('Thank you! 2 photos were added. 2 were not added.').waitFor();
    for (const name of ['one.gif', 'two.gif']) await shown(page, name);
    expect(await statesOf(page)).toEqual([
      expect.stringMatching(/^one.gif: .*Added$/),
      expect.stringContaining('Videos can’t be added here'),
      expect.stringContaining('This type of file can’t be added'),
      expect.stringMatching(/^two.gif: .*Added$/),
    ]);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await sendAsGuest(page, [later]);
    await page.getByText('Thank you! 3 photos were added.').waitFor();
    expect([...sent.guests]).toEqual(['Grace']);
    expect([...sent.files].sort()).toEqual(['damaged.jpg', 'later.gif', 'one.gif', 'two.gif']);
    await page.getByRole('link', { name: 'later.gif', exact: true }).click();
    await page.getByRole('dialog', { name: 'Picture' }).getByRole('img', { name: 'later.gif' }).waitFor();
    await page.reload(); // the page of this picture
    await page.getByRole('link', { name: 'All pictures' }).click();
    expect(await page.getByLabel('Your name (optional)').inputValue()).toBe('Grace');
    await page.context().close();
  });

  it('learn what was there already, and what waits for the owner', async () => {
    const page = await visit(DESKTOP);
    const [known, fresh] = [pictureNamed('known.gif'), pictureNamed('fresh.gif')];
    await sendAsGuest(page, [known]);
    await page.getByText('Thank you! 1 photo was added.').waitFor();
    await page.reload();
    await drop(page, [known, fresh]);
    await page.getByRole('button', { name: 'Remove: fresh.gif' }).click();
    await page.getByRole('button', { name: 'Send 1 photo' }).click();
    await page.getByText('1 was already here.').waitFor();
    await page.route(UPLOADS, (route) => route.fulfill({ status: 202, json: { waiting: true } }));
    await sendAsGuest(page, [fresh]);
    await page.getByText('1 is waiting for the owner’s approval. 1 was already here.').waitFor();
    expect(await page.getByRole('link', { name: 'known.gif', exact: true }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'fresh.gif', exact: true }).count()).toBe(0);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.context().close();
  });

  it('need not begin again when the line breaks: it goes on by itself', async () => {
    const page = await visit(PHONE);
    const pictures = ['a', 'b', 'c'].map((name) => pictureNamed(`line-${name}.gif`));
    await chooseAsGuest(page, pictures);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send 3 photos' }).click();
    await page.getByText('No connection.').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('Thank you! 3 photos were added.').waitFor();
    for (const { name } of pictures) await shown(page, name);
    await page.context().close();
  });

  it('have nothing added twice where the answer is lost on the way', async () => {
    const page = await visit(DESKTOP);
    let answers = 0;
    await page.route(UPLOADS, async (route) => {
      const response = await route.fetch();
      answers += 1;
      if (answers === 1) await route.abort('connectionreset');
      else await route.fulfill({ response });
    });
    await sendAsGuest(page, [pictureNamed('lost.gif')]);
    await page.getByText('Thank you! 1 photo was added.').waitFor();
    expect(answers).toBe(2);
    await page.reload();
    await shown(page, 'lost.gif');
    expect(await page.getByRole('link', { name: 'lost.gif', exact: true }).count()).toBe(1);
    await page.context().close();
  });

  it('can try again what the line would not take, and nothing else is sent', async () => {
    const page = await visit(DESKTOP);
    let isBad = true;
    await page.route(UPLOADS, async (route) => {
      const isHeavy = route.request().postDataBuffer()?.includes('heavy.gif') === true;
      await (isHeavy && isBad ? route.abort('connectionreset') : route.continue());
    });
    const sent = await sentBy(page); // routes that come last are asked first
    await sendAsGuest(page, [pictureNamed('heavy.gif'), pictureNamed('light.gif')]);
    await page.getByText('Thank you! 1 photo was added. 1 was not added.').waitFor();
    isBad = false;
    await page.getByRole('button', { name: 'Try again: heavy.gif' }).click();
    await page.getByText('Thank you! 2 photos were added.').waitFor();
    expect(sent.files.filter((name) => name === 'light.gif')).toHaveLength(1);
    await page.context().close();
  });

  it('are asked before they leave while something is sent', async () => {
    const page = await visit(DESKTOP);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(UPLOADS, async (route) => (await held, await route.continue()));
    await sendAsGuest(page, [pictureNamed('held.gif')]);
    let asked = '';
    page.on('dialog', (dialog) => {
      asked = dialog.type();
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await until('it asks', () => asked === 'beforeunload');
    release();
    await page.getByText('Thank you!').waitFor();
    await page.context().close();
  });

  it('are told when the link ends while they add', async () => {
    const { id, url } = await newLink();
    const page = await visit(PHONE, url);
    await chooseAsGuest(page, [
      pictureNamed('late.gif'),
      pictureNamed('later.gif'),
      pictureNamed('last.gif'),
    ]);
    await dashboard.send('DELETE', `/api/links/${id}`);
    await page.getByRole('button', { name: 'Send 3 photos' }).click();
    await page.getByText('This link no longer works. It has expired').waitFor();
    expect(await statesOf(page)).toEqual(
      ['late', 'later', 'last'].map((name) => `${name}.gif: This link no longer works`),
    );
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.context().close();
  });
});
