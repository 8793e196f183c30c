import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RequestBytes, RequestCycle } from '../load/http-request.js';
import { photo } from '../pictures/photo.js';
import type { Baseline, OpenWorkload } from './workload.js';

export const PROCESSES = 2;
/** Renders for every request: nothing is kept. */
export const FORGETFUL = {
  CAIRN_TRANSFORMS: 'anything',
  CAIRN_DERIVATIVES: '0',
  CAIRN_FILE_CACHE: '0',
  CAIRN_MAX_RENDERS: String(PROCESSES),
};
const PHOTO = { width: 2040, height: 1356, sizeInBytes: 275_000 };
/** About 512, and different for clients that ask at the same time: the same image would be rendered once for all of them. */
const SIDES = Array.from({ length: 16 }, (_, index) => 505 + index);
const QUALITIES = { jpeg: 80, webp: 75, avif: 50 } as const;
const THRESHOLDS = { jpeg: 1.2, webp: 1.2, avif: 3 } as const;
const IPX = 'ipx@3.1.1';
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/bench-ipx', import.meta.url));

/** A new image of a photo, compared with sharp as it is, as many at once, and with ipx. */
export function openRenders(format: keyof typeof QUALITIES): OpenWorkload {
  return async (environment) => {
    const bytes = await photo(PHOTO);
    const cairn = await environment.startCairn(FORGETFUL);
    const { pathname } = new URL((await cairn.upload(bytes)).url);
    const folder = await environment.makeFolder('photos');
    const file = join(folder, 'photo.jpg');
    await writeFile(file, bytes);
    const sharp: Baseline = {
      name: 'sharp',
      ...(format !== 'avif' && { threshold: 0.95 }),
      ports: await environment.startBaseline('sharp-baseline', [file, format, String(PROCESSES)]),
      request: gets((side) => `/?w=${side}`),
    };
    const ipx: Baseline = {
      name: 'ipx',
      threshold: THRESHOLDS[format],
      ports: await environment.startBaseline('ipx-baseline', [await ipxProgram(), folder]),
      request: gets((side) => `/s_${side}x${side},fit_inside,q_${QUALITIES[format]},f_${format}/photo.jpg`),
    };
    return {
      ...{ name: `new ${format} of 512 pixels`, clients: 4, expectedStatus: 200, baselines: [sharp, ipx] },
      cairn: {
        ports: cairn.ports,
        request: gets((side) => `${pathname}?w=${side}&h=${side}&format=${format}`),
      },
    };
  };
}

function gets(pathOf: (side: number) => string): RequestCycle {
  return new RequestCycle(SIDES.map((side) => new RequestBytes({ method: 'GET', path: pathOf(side) })));
}

/** Installed beside the project, as it brings another version of sharp. */
async function ipxProgram(): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', CACHE, IPX]);
  return join(CACHE, 'node_modules/ipx/bin/ipx.mjs');
}
