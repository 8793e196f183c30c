import { draw } from './landscape.js';
import { mapDrawn, type Scene } from './scene.js';

/** Of what is shared. A later one shows what those before have made. */
export const sharingScenes: readonly Scene[] = [
  {
    name: 'sharing-dialog',
    theme: 'light',
    height: 900,
    show: async (page, address) => {
      await page.goto(`${address}/images?path=norway`);
      await page.getByRole('button', { name: 'Share' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create a link' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'sharing-page',
    theme: 'light',
    height: 900,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await page.goto(await page.evaluate(makeLink, {}));
      await page.getByRole('button', { name: 'Map' }).click();
      await mapDrawn(page);
    },
  },
  {
    name: 'sharing-adding',
    theme: 'dark',
    width: 390,
    height: 844,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await page.goto(await page.evaluate(makeLink, {}));
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('link', { name: 'Add photos' }).click();
      await (await chooser).setFiles(await guestFiles());
      await page.getByLabel('Your name').fill('Grace');
      await page.getByRole('button', { name: 'Send 2 photos' }).click();
      await page.getByText('Thank you!').waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'sharing-approval',
    theme: 'light',
    height: 900,
    show: async (page, address) => {
      await page.goto(`${address}/images?path=norway`);
      await page.getByRole('button', { name: 'Share' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Can', { exact: true }).selectOption('View and add images');
      await dialog.getByLabel('Photos that others add').selectOption('Wait for my approval');
      await dialog.getByLabel('Password').scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'sharing-queue',
    theme: 'light',
    height: 800,
    show: async (page, address) => {
      await page.goto(`${address}/images`);
      await sendAsGuest(await page.evaluate(makeLink, { approval: 'required' }), 'Linus');
      await page.goto(`${address}/contributions`);
      await page.getByRole('img', { name: 'by-the-lake.jpg, from Linus' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'sharing-by-me',
    theme: 'dark',
    height: 640,
    show: async (page, address) => {
      await page.goto(`${address}/shared/by-me`);
      await page.getByRole('list', { name: 'Links' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'sharing-activity',
    theme: 'light',
    height: 640,
    show: async (page, address) => {
      await page.goto(`${address}/activity`);
      await page.getByText('A guest (Grace) added').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
];

const capture = (time: string) => ({ camera: ['Apple', 'iPhone 17'], time, position: [46.5, 8.1] }) as const;

/** Two photos and a video. */
async function guestFiles(seed = 4_711) {
  const colours = ['#5b8aa6', '#cfdcd2', '#f3e0b8', '#7a3d1c'] as const;
  const file = async (name: string, shape: number) => {
    const landscape = { seed: shape, colours, ridges: 4, light: [0.3, 0.2], water: 0.7 } as const;
    const buffer = await draw(landscape, capture('2026:07:12 19:12:00'));
    return { name, mimeType: 'image/jpeg', buffer };
  };
  return [
    await file('by-the-lake.jpg', seed),
    { name: 'waves.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') },
    await file('last-light.jpg', seed + 1),
  ];
}

/** Sends the photos without the page. */
async function sendAsGuest(link: string, guest: string): Promise<void> {
  const { origin, pathname } = new URL(link);
  let cookie = '';
  for (const { name, mimeType: type, buffer } of await guestFiles(90_210)) {
    if (type !== 'image/jpeg') continue;
    const body = new FormData();
    body.set('guest', guest);
    body.set('file', new File([new Uint8Array(buffer)], name, { type }));
    const sent = { method: 'POST', body, headers: { cookie } };
    const answer = await fetch(`${origin}/api/shared/${pathname.split('/').at(-1) ?? ''}/upload`, sent);
    if (answer.status !== 202) throw new Error(`${name} was answered ${answer.status}`);
    cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  }
}

/** Runs in the page, which is signed in. */
async function makeLink(terms: object = {}): Promise<string> {
  const answer = await fetch('/api/links', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resource: { type: 'folder', id: 'alps' },
      position: 'exact',
      role: 'contributor',
      download: true,
      ...terms,
    }),
  });
  return ((await answer.json()) as { readonly url: string }).url;
}
