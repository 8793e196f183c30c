import { setTimeout as delay } from 'node:timers/promises';
import { peakMemoryWhile, residentBytesOf } from '@cairn/harness';
import { BenchEnvironment, type Measure } from '../bench-environment.js';
import { run } from '../load/load.js';
import { resultOf, type Result } from '../result.js';
import { uploadRequest } from './images.js';
import { largestJpeg, largestPng, photo } from './photo.js';

const UPLOADS = 20;
const MOST_MEBIBYTES = 200;
const MEBIBYTE = 1024 ** 2;
const WARM_UP_UPLOADS = 8;
const WARM_UP_PHOTO = { width: 2725, height: 2225, sizeInBytes: 829_000 };
const SETTLE_MS = 2_000;

const pictures = [
  { name: 'JPEG, 24 megapixels', extension: 'jpg', make: largestJpeg },
  { name: 'PNG, 8 megapixels', extension: 'png', make: largestPng },
] as const;

/** The memory that many uploads at once take. Each kind of image gets a server of its own: a process rarely gives memory back. */
export const measureMemory: Measure = async (options) => {
  const results: Result[] = [];
  for (const picture of pictures)
    results.push(await BenchEnvironment.use(options, (environment) => measureGrowth(environment, picture)));
  return results;
};

async function measureGrowth(
  environment: BenchEnvironment,
  { name, extension, make }: (typeof pictures)[number],
): Promise<Result> {
  const bytes = await make();
  const { server, ports, authorization } = await environment.startCairn();
  const small = await photo(WARM_UP_PHOTO);
  for (let done = 0; done < WARM_UP_UPLOADS; done += 1) await server.upload({ bytes: small });
  await delay(SETTLE_MS);
  const idle = residentBytesOf(server.pid);
  const request = uploadRequest(bytes, authorization, extension);
  const once = { clients: UPLOADS, expectedStatus: 201, warmUpMs: 0, measureMs: 0 };
  const peak = await peakMemoryWhile(server.pid, run({ ports, request, ...once }));
  return resultOf([{ cairn: (peak - idle) / MEBIBYTE, baseline: MOST_MEBIBYTES }], {
    name: `growth by ${UPLOADS} uploads of 25 MiB at once, ${name}`,
    unit: 'MiB',
    baseline: 'allowed',
    bar: environment.hasThresholds ? { atMost: 1 } : undefined,
  });
}
