import type { Page } from 'playwright-core';
import { mapDrawn } from './scenes.js';

/** Who looks at a view: someone signed in as owner, a member who has nothing yet, or a stranger. */
export type Viewer = 'owner' | 'member' | 'stranger';

/** A view or a state of one, in the language of the browser. */
export interface View {
  readonly name: string;
  readonly viewer: Viewer;
  readonly locale: 'en-US' | 'de-DE';
  readonly path: string;
  /** Does what has to be done before the view is as it should be seen. */
  readonly then?: ((page: Page) => Promise<void>) | undefined;
}

type Then = View['then'];

const owner = (name: string, path: string, then?: Then): View => ({
  ...{ name, viewer: 'owner', locale: 'en-US', path, then },
});
const german = (name: string, path: string, then?: Then): View => ({
  ...{ name: `${name}-de`, viewer: 'owner', locale: 'de-DE', path, then },
});
const member = (name: string, path: string, then?: Then): View => ({
  ...{ name, viewer: 'member', locale: 'en-US', path, then },
});
const stranger = (name: string, path: string, then?: Then): View => ({
  ...{ name, viewer: 'stranger', locale: 'en-US', path, then },
});

const click =
  (...names: readonly string[]): Then =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

async function openPhoto(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'evening-lake.jpg' }).click();
  await page.getByRole('dialog').getByText('X-T5').waitFor();
  await mapDrawn(page);
}

async function openPlayground(page: Page): Promise<void> {
  await openPhoto(page);
  await page.getByText('Other sizes and formats').click();
  await page.getByText(/instead of/).waitFor();
}

async function selectSome(page: Page): Promise<void> {
  for (const name of ['fjord.jpg', 'skagen.jpg', 'valley.jpg'])
    await page.getByLabel(`Select ${name}`).check({ force: true });
}

/** Opens the dialog with files that were chosen. */
async function chooseFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload' }).first().click();
  const buffer = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  const names = [
    'summit.gif',
    'a-very-long-name-of-a-picture-that-nobody-has-shortened-before.gif',
    'broken.gif',
  ];
  await page.setInputFiles(
    'input[accept]',
    names.map((name) => ({
      ...{ name, mimeType: 'image/gif' },
      buffer: name === 'broken.gif' ? Buffer.from('no picture') : buffer,
    })),
  );
}

async function upload(page: Page): Promise<void> {
  await chooseFiles(page);
  await page.getByLabel('Folder', { exact: true }).fill('inbox');
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('heading', { name: '1 failed' }).waitFor();
}

async function makeKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  await page.getByLabel('Name').fill('Website');
  await page.keyboard.press('Enter');
  await page.locator('.secret code').waitFor();
}

async function editFeature(page: Page): Promise<void> {
  await mapDrawn(page);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^(Edit|Bearbeiten)$/ })
    .click();
  await mapDrawn(page);
}

/** Changes a feature that somebody else changes, too. */
async function conflict(page: Page): Promise<void> {
  await editFeature(page);
  await page.getByLabel('Value of name').fill('My ridge');
  await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/geo+json' };
    const body = JSON.stringify({
      properties: { name: `Their ridge ${new Date().getMilliseconds()}`, beds: 7 },
    });
    await fetch('/hub/spaces/huts/features/ridge-way', { method: 'PATCH', headers, body });
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor();
}

const answerWith =
  (status: number | 'offline', url: string): Then =>
  async (page) => {
    await page.route(url, async (route) => {
      if (status === 'offline') return await route.abort();
      return await route.fulfill({
        ...{ status, contentType: 'application/problem+json' },
        body: JSON.stringify({
          status,
          code: 'storage-unavailable',
          title: 'Unavailable',
          detail: 'Try again.',
        }),
      });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  };

async function importFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).first().click();
  const faulty = { type: 'Feature', geometry: { type: 'Point', coordinates: [11.1, 97] }, properties: {} };
  const good = { ...faulty, id: 'h2', geometry: { type: 'Point', coordinates: [11.124, 47.403] } };
  const properties = { name: 'Lower hut', kind: 'alpine hut', beds: 64 };
  const lines = [{ ...good, properties }, faulty, { ...faulty, geometry: { type: 'Heap', coordinates: [] } }];
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  await page.setInputFiles('input[type=file]', {
    name: 'huts.ndjson',
    mimeType: 'application/x-ndjson',
    buffer,
  });
  await page.getByRole('button', { name: 'Done' }).waitFor();
}

async function openStatistics(page: Page): Promise<void> {
  await mapDrawn(page);
  await page
    .locator('details summary')
    .first()
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await mapDrawn(page);
}

/** Every view of the page, and each state of it that looks different. */
export const views: readonly View[] = [
  stranger('sign-in', '/sign-in'),
  stranger('sign-in-refused', '/sign-in', async (page) => {
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill('not the right one');
    await page.keyboard.press('Enter');
    await page.getByText('Name or password is wrong').waitFor();
  }),
  stranger('set-up', '/setup#a-token'),
  stranger('invite', '/invite#a-token'),
  member('images-empty', '/images'),
  owner('images', '/images'),
  owner('images-selected', '/images', selectSome),
  owner('images-filtered', '/images?path=alps/summer&tags=dusk'),
  owner('images-none-found', '/images?q=nothing+like+it'),
  owner('images-tag-dialog', '/images', async (page) => {
    await selectSome(page);
    await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).click();
  }),
  owner('upload-dialog', '/images', chooseFiles),
  owner('upload-list', '/images', upload),
  owner('image', '/images', openPhoto),
  owner('playground', '/images', openPlayground),
  german('images', '/images'),
  german('image', '/images', openPhoto),
  member('photo-map-empty', '/photos'),
  owner('photo-map', '/photos', mapDrawn),
  german('photo-map', '/photos', mapDrawn),
  owner('photo-map-photo', '/photos', async (page) => {
    await mapDrawn(page);
    await page.getByRole('button', { name: 'evening-lake.jpg' }).first().click();
    await mapDrawn(page);
  }),
  owner('photos-choose-space', '/images?path=norway', async (page) => {
    await page.getByRole('switch').click();
  }),
  member('keys-empty', '/keys'),
  owner('keys', '/keys'),
  german('keys', '/keys'),
  owner('key-create', '/keys', click('Create a key')),
  owner('key-new', '/keys', makeKey),
  owner('key-revoke', '/keys', async (page) => {
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
  }),
  member('spaces-empty', '/spaces'),
  owner('spaces', '/spaces'),
  german('spaces', '/spaces'),
  owner('space-create', '/spaces', click('Create a space')),
  owner('space', '/spaces/huts', mapDrawn),
  owner('space-feature', '/spaces/huts?feature=h1', mapDrawn),
  german('space-feature', '/spaces/huts?feature=h1', mapDrawn),
  owner('space-hexagons', '/spaces/cities?map=hexagons', mapDrawn),
  owner('space-statistics', '/spaces/cities?values=country', openStatistics),
  owner('space-edit', '/spaces/huts?feature=reserve', editFeature),
  german('space-edit', '/spaces/huts?feature=reserve', editFeature),
  owner('space-conflict', '/spaces/huts?feature=ridge-way', conflict),
  owner('space-import', '/spaces/huts', importFile),
  owner('space-use', '/spaces/huts', click('Use it elsewhere')),
  owner('space-empty', '/spaces/empty'),
  owner('space-delete', '/spaces/huts', click('Delete')),
  owner('account', '/account'),
  german('account', '/account'),
  owner('server', '/server'),
  german('server', '/server'),
  owner('server-invite', '/server', click('Invite someone')),
  owner('server-change-user', '/server', click('Change Grace')),
  owner('server-remove-user', '/server', click('Remove Grace')),
  owner('offline', '/images', answerWith('offline', '**/api/images?*')),
  owner('unavailable', '/spaces', answerWith(503, '**/hub/spaces*')),
  member('not-allowed', '/server'),
  owner('not-found', '/spaces/nowhere'),
  owner('no-such-page', '/account/nowhere'),
  stranger('nothing-there', '/nowhere'),
];
