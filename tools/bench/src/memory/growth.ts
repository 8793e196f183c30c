import { setTimeout as delay } from 'node:timers/promises';
import { uploadRequest } from '../workloads/uploads.js';
import { run } from '../load/load.js';
import { largestJpeg, largestPng, largestProgressiveJpeg } from '../pictures/largest.js';
import { photo } from '../pictures/photo.js';
import { BenchEnvironment, type BenchEnvironmentOptions } from '../bench-environment.js';
import { peakWhile, residentSetOf } from './resident-set.js';

const UPLOADS = 20;
const THRESHOLD_BYTES = 200 * 1024 * 1024;
const WARM_UP_UPLOADS = 8;
const WARM_UP_PHOTO = { width: 2725, height: 2225, sizeInBytes: 829_000 };
const SETTLE_MS = 2_000;

interface Picture {
  readonly name: string;
  readonly extension: 'jpg' | 'png';
  readonly make: () => Promise<Uint8Array>;
  readonly threshold?: number;
}

const pictures: readonly Picture[] = [
  { name: 'JPEG, 24 megapixels', extension: 'jpg', make: largestJpeg, threshold: THRESHOLD_BYTES },
  { name: 'PNG, 8 megapixels', extension: 'png', make: largestPng, threshold: THRESHOLD_BYTES },
  { name: 'progressive JPEG, 24 megapixels', extension: 'jpg', make: largestProgressiveJpeg },
];

/** Resident memory before and at the peak of many concurrent uploads, in bytes. */
export interface Growth {
  readonly name: string;
  readonly idle: number;
  readonly peak: number;
  readonly threshold: number | undefined;
  readonly isExceeded: boolean;
}

/** Measures each kind of image on a fresh server, because a process rarely returns memory to the system. */
export async function measureGrowths(options: BenchEnvironmentOptions): Promise<readonly Growth[]> {
  const growths: Growth[] = [];
  for (const picture of pictures) {
    const environment = await BenchEnvironment.open(options);
    try {
      growths.push(await measureGrowth(environment, picture));
    } finally {
      await environment.close();
    }
  }
  return growths;
}

async function measureGrowth(environment: BenchEnvironment, picture: Picture): Promise<Growth> {
  const { name, extension, make } = picture;
  const threshold = environment.hasThresholds ? picture.threshold : undefined;
  const bytes = await make();
  const cairn = await environment.startCairn();
  const small = await photo(WARM_UP_PHOTO);
  for (let done = 0; done < WARM_UP_UPLOADS; done += 1) await cairn.upload(small);
  await delay(SETTLE_MS);
  const idle = residentSetOf(cairn.pid);
  const request = uploadRequest(bytes, cairn.authorization, extension);
  const once = { clients: UPLOADS, expectedStatus: 201, warmUpMs: 0, measureMs: 0 };
  const peak = await peakWhile(cairn.pid, run({ ports: cairn.ports, request, ...once }));
  return { name, idle, peak, threshold, isExceeded: threshold !== undefined && peak - idle >= threshold };
}
