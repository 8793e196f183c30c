import { afterAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_FEATURE_LIMITS, type FeatureReader } from '@cairn/spaces';
import { featureReaderContract, several, verify } from '@cairn/testkit';
import { ThreadedFeatureReader } from './threaded-feature-reader.js';

const reader = new ThreadedFeatureReader();
afterAll(() => reader.close());
const open = async (): Promise<FeatureReader> => reader;

describe('ThreadedFeatureReader', () => {
  verify({ contract: featureReaderContract, subject: { open, reopen: open }, it });

  it('starts again after its thread ended, and what was being read is rejected', async () => {
    const mortal = new ThreadedFeatureReader();
    async function* bytes() {
      for (;;) yield new TextEncoder().encode('{"id":1}\n');
    }
    const reading = (async () => {
      for await (const { features } of mortal.read(bytes(), { limits: DEFAULT_FEATURE_LIMITS }))
        if (features.length > 1_000_000) return;
    })();
    await mortal.close();
    await expect(reading).rejects.toMatchObject({ code: 'storage-unavailable' });
    async function* one() {
      yield new TextEncoder().encode('{"id":1}');
    }
    const ids: unknown[] = [];
    for await (const { features } of mortal.read(one(), { limits: DEFAULT_FEATURE_LIMITS }))
      ids.push(...features.map(({ parsed }) => parsed.draft?.id));
    expect(ids).toEqual(['1']);
    await mortal.close();
  });

  it('leaves the event loop free while it reads', async () => {
    const line = `{"id":1,"properties":{"a":[${several(20_000, (number) => `{"x":${number}}`).join(',')}]}}\n`;
    async function* large() {
      yield* several(6, () => new TextEncoder().encode(line));
    }
    let [last, longest] = [performance.now(), 0];
    const timer = setInterval(() => {
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
    }, 1);
    const started = performance.now();
    let count = 0;
    for await (const { features } of reader.read(large(), { limits: DEFAULT_FEATURE_LIMITS }))
      count += features.length;
    clearInterval(timer);
    expect(count).toBe(6);
    expect(longest).toBeLessThan(Math.max(20, (performance.now() - started) / 2));
  });
});
