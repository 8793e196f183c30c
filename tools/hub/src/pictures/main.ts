import { IN_MEMORY, openBrowser, ServerProcess } from '@cairn/harness';
import sharp from 'sharp';
import { makeCities, makeHuts } from './spaces.js';
import { uploadPhotos } from './photos.js';
import { keepPicture } from './delivery.js';
import { scenes } from './scenes.js';
import { sharingScenes } from './sharing-scenes.js';

// Takes the pictures of the dashboard for the documentation, of drawn photos and public geodata.

const WIDTH = 1_280;
const MAX_BYTES = 120_000;
const PASSWORD = 'four quiet words here';

const server = await ServerProcess.start({
  env: { ...IN_MEMORY, CAIRN_RATE_REQUESTS: '0' },
});
const browser = await openBrowser();
try {
  await uploadPhotos(server);
  await makeHuts(server);
  await makeCities(server);
  const storageState = await signedIn();
  for (const { name, theme, width = WIDTH, height, show } of [...scenes, ...sharingScenes]) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      locale: 'en-US',
      reducedMotion: 'reduce',
      storageState,
    });
    // Without the stream of events, a page whose network is idle has all that it shows.
    await context.route('**/api/events*', (route) => route.abort());
    const page = await context.newPage();
    await show(page, server.address);
    const picture = await sharp(await page.screenshot())
      .webp({ quality: 82, effort: 6 })
      .toBuffer();
    await keepPicture(name, picture, MAX_BYTES);
    await context.close();
  }
} finally {
  await browser.close();
  await server.dispose();
}

/** Makes the owner with the link that the server printed, and gives what the browser knows then. */
async function signedIn() {
  const [link = ''] = /\/setup#\S+/.exec(server.output()) ?? [];
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(server.address + link);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('radio', { name: 'Images for websites' }).check();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Images' }).waitFor();
  return await context.storageState();
}
