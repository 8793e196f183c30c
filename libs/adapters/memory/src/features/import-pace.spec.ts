import { describe, expect, it } from '@jest/globals';
import type { ImportProgress } from '@cairn/spaces';
import { several } from '@cairn/testkit';
import { bytesOf, lines, openHub } from './import-hub.spec.kit.js';

describe('an import where writes wait for each other', () => {
  /** A tenth of the time of a thousand features is fixed cost per transaction. */
  const tookMs = (size: number, msPerThousand = 60): number => (msPerThousand * (1_000 + 9 * size)) / 10_000;

  it('has small chunks while others wait, and large ones again when none has for a while', async () => {
    const isBusy = (start: number): boolean => start >= 5_000 && start < 20_000;
    const hub = await openHub({
      timing: (size, start) => ({ durationMs: tookMs(size), contended: isBusy(start) }),
    });
    const told: ImportProgress[] = [];
    const report = await hub.run(bytesOf(lines(40_000)), { progress: (line) => void told.push(line) });
    expect(report).toMatchObject({ read: 40_000, inserted: 40_000, end: { kind: 'complete' } });
    expect(hub.written.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 1_000));
    expect(hub.written[6]).toBeLessThan(300);
    const starts = told.map(({ read }, index) => read - (hub.written[index] ?? 0));
    const beside = hub.written.filter((_, index) => isBusy(starts[index] ?? 0));
    expect(beside.slice(2).every((size) => size >= 100 && tookMs(size) <= 20)).toBe(true);
    expect(hub.written.at(-1)).toBe(1_000);
    const quietSince = starts.findIndex((start) => start >= 20_000);
    const again = hub.written.findIndex((size, index) => index > quietSince && size > 300);
    const quietMs = hub.written.slice(quietSince, again).reduce((sum, size) => sum + tookMs(size), 0);
    expect(quietMs).toBeGreaterThan(900);
    expect(quietMs).toBeLessThan(1_100);
  });

  it('counts chunks of any size, where each ends, and leaves whole ones where it is cancelled', async () => {
    const hub = await openHub({ timing: (size) => ({ durationMs: tookMs(size), contended: true }) });
    const told: ImportProgress[] = [];
    const controller = new AbortController();
    const report = await hub.run(bytesOf(lines(5_000)), {
      cancellation: controller.signal,
      progress: (line) => {
        told.push(line);
        if (line.chunks === 5) controller.abort();
      },
    });
    expect(report).toMatchObject({ end: { kind: 'cancelled' }, chunks: 5, version: 5 });
    expect(new Set(hub.written).size).toBeGreaterThan(1);
    expect(told).toHaveLength(5);
    for (const [index, { chunks, version, read, readBytes }] of told.entries()) {
      const stored = hub.written.slice(0, index + 1).reduce((sum, size) => sum + size, 0);
      expect([chunks, version, read]).toEqual([index + 1, index + 1, stored]);
      expect(stored % 100).toBe(0);
      const end = lines(read).length;
      if (stored % 1_000 !== 0) expect(readBytes).toBe(end);
      else expect(readBytes).toBeGreaterThanOrEqual(end);
    }
    expect(report.read).toBe(told.at(-1)?.read);
    expect((await hub.features.statistics(hub.id)).total).toBe(report.read);
  });

  it('has smaller chunks where a large one takes long, though nobody waits, but none that is tiny', async () => {
    const sizes = async (msPerThousand: number): Promise<readonly number[]> => {
      const hub = await openHub({
        timing: (size) => ({ durationMs: tookMs(size, msPerThousand), contended: false }),
      });
      await hub.run(bytesOf(lines(10_000)));
      return hub.written;
    };
    expect(new Set(await sizes(190))).toEqual(new Set([1_000]));
    expect((await sizes(400)).slice(0, 6)).toEqual([1_000, 500, 400, 100, 400, 400]);
    expect((await sizes(5_000)).slice(1, 9)).toEqual([300, 300, 300, 100, 300, 300, 300, 100]);
  });

  it('learns nothing from the rest of what was read: much of its time is that of any transaction', async () => {
    const hub = await openHub({ timing: (size) => ({ durationMs: tookMs(size, 40), contended: true }) });
    await hub.run(bytesOf(lines(3_000)));
    expect(hub.written).toEqual([1_000, 300, 300, 300, 100, 300, 300, 300, 100]);
  });

  it('has parts of long texts too, and of what is behind a place that is broken', async () => {
    const hub = await openHub({ timing: () => ({ durationMs: 1_000, contended: true }) });
    const long = (id: number): string =>
      `{"type":"Feature","id":${id},"properties":{"long":"${'x'.repeat(60_000)}"}}`;
    const features = several(40, long).join(',');
    const report = await hub.run(bytesOf(`{"features":[${features} {}]}`));
    expect(report).toMatchObject({ end: { kind: 'broken' }, read: 40, inserted: 40 });
    expect(hub.written[0]).toBe(18);
    expect(hub.written.slice(1).every((size) => size <= 2)).toBe(true);
  });
});
