import { setTimeout as delay } from 'node:timers/promises';
import { residentBytesOf, untilHot } from '@cairn/harness';
import type { BenchEnvironment, Cairn } from '../bench-environment.js';
import { MAX_BLOCKED_MS } from '../compare.js';
import { resultOf, type Result } from '../result.js';

const MEBIBYTE = 1024 ** 2;
/** What was made on the way is garbage by then. */
const SETTLE_MS = 2_000;

interface Heating {
  readonly server: Cairn;
  readonly space: string;
  /** What the space is called in the table. */
  readonly name: string;
  readonly maxMebibytes: number;
}

/**
 * Reads a space until the server answers from memory, and compares what that takes with what is allowed: by what the
 * server tells, and by what its process has grown.
 */
export async function heat(
  environment: BenchEnvironment,
  { server: { server }, space, name, maxMebibytes }: Heating,
): Promise<readonly Result[]> {
  await delay(SETTLE_MS);
  const [before, since] = [residentBytesOf(server.pid), Date.now()];
  const { spaces } = await untilHot(server, [space]);
  const blockedMs = environment.longestBlockMs(since);
  await delay(SETTLE_MS);
  const told = spaces.find(({ id }) => id === space)?.sizeInBytes ?? Number.NaN;
  const of = (bytes: number): Parameters<typeof resultOf>[0] => [
    { cairn: bytes / MEBIBYTE, baseline: maxMebibytes },
  ];
  const about = { unit: 'MiB', baseline: 'allowed' } as const;
  return [
    resultOf(of(told), {
      ...about,
      name: `memory of ${name}`,
      bar: { atMost: 1 },
      blockedMs,
      maxBlockedMs: MAX_BLOCKED_MS,
    }),
    resultOf(of(residentBytesOf(server.pid) - before), {
      ...about,
      name: `growth of the server by ${name}`,
    }),
  ];
}
