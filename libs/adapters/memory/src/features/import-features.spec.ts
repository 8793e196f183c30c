import { describe, expect, it } from '@jest/globals';
import { ownerCaller, type FeatureImport, type ImportProgress } from '@cairn/spaces';
import { later } from '@cairn/testkit';
import { alice, bytesOf, lines, openHub, put } from './import-hub.spec.kit.js';

describe('an import', () => {
  it('writes chunks, each at one version, and tells how far it is', async () => {
    const hub = await openHub();
    const told: ImportProgress[] = [];
    const report = await hub.run(bytesOf(lines(2_500)), { progress: (progress) => void told.push(progress) });
    expect(report).toMatchObject({
      read: 2_500,
      inserted: 2_500,
      failed: 0,
      version: 3,
      chunks: 3,
      failures: [],
    });
    expect(report.end).toEqual({ kind: 'complete' });
    expect(told.map(({ version, read }) => [version, read])).toEqual([
      [1, 1_000],
      [2, 2_000],
      [3, 2_500],
    ]);
    expect(report.readBytes).toBe(lines(2_500).length);
    expect(report.firstVersion).toBe(1);
    const again = await hub.run(bytesOf(lines(10, 2_495)), { prefixId: '' });
    expect(again).toMatchObject({ inserted: 5, unchanged: 5, updated: 0, version: 4, chunks: 1 });
    expect(again.firstVersion).toBe(4);
    const same = await hub.run(bytesOf(lines(10)));
    expect([same.unchanged, same.version, same.firstVersion]).toEqual([10, 4, undefined]);
    const rule = { ...put, onExists: 'delete', onNotExists: 'retain' } as const;
    expect(await hub.run(bytesOf(lines(10, 2_500)), { rule })).toMatchObject({ deleted: 5, version: 5 });
  });

  it('writes what has waited for half a second, although its client may send more', async () => {
    const hub = await openHub();
    const stored = async (): Promise<number> => (await hub.features.statistics(hub.id)).total;
    let goOn = (): void => undefined;
    const importing = hub.run(
      (async function* () {
        yield* bytesOf(lines(500), lines(400, 500));
        await new Promise<void>((resolve) => (goOn = resolve));
        yield* bytesOf(lines(100, 900));
      })(),
    );
    for (const [passedMs, expected] of [
      [0, 0],
      [499, 0],
      [1, 900],
    ] as const) {
      // prettier-ignore
      hub.clock.advance(passedMs);
      await later();
      expect(await stored()).toBe(expected);
    }
    goOn();
    expect(await importing).toMatchObject({ read: 1_000, inserted: 1_000, chunks: 2 });
  });

  it('ends at an error at once, although its client sends no more before it is answered', async () => {
    const ends: readonly (readonly [Partial<FeatureImport>, object])[] = [
      [{ repeatedIds: 'stop' }, { end: { kind: 'repeated-id', position: 900, id: '0' } }],
      [{ progress: () => Promise.reject(new Error('gone')) }, { chunks: 1, end: { kind: 'failed' } }],
    ];
    for (const [options, expected] of ends) {
      const hub = await openHub();
      const importing = hub.run(
        (async function* () {
          yield* bytesOf(lines(900), lines(1));
          await new Promise(() => undefined);
        })(),
        options,
      );
      await later();
      hub.clock.advance(500);
      expect(await importing).toMatchObject(expected);
    }
  });

  it('throws what the store fails with at once, although its client sends no more', async () => {
    const hub = await openHub({ write: () => Promise.reject(new Error('away')) });
    const importing = hub.run(
      (async function* () {
        yield* bytesOf(lines(10));
        await new Promise(() => undefined);
      })(),
    );
    const told = expect(importing).rejects.toThrow('away');
    await later();
    hub.clock.advance(500);
    await told;
  });

  it('has chunks as large as ever while features come fast, however long it takes', async () => {
    const hub = await openHub({ timing: () => ({ durationMs: 180, contended: false }) });
    await hub.run(bytesOf(...Array.from({ length: 100 }, (_, index) => lines(100, index * 100))));
    expect(new Set(hub.written)).toEqual(new Set([1_000]));
  });

  it('finds conflicts with the version that its source knew, if it is to', async () => {
    const hub = await openHub();
    const known = (n: number): string =>
      `{"type":"Feature","id":"a","properties":{"n":${n},"@ns:com:here:xyz":{"version":1}}}`;
    for (const n of [1, 2]) await hub.run(bytesOf(known(n)));
    const late = await hub.run(bytesOf(known(3)), { detectConflicts: true });
    expect([late.updated, late.failures.map(({ code }) => code)]).toEqual([0, ['version-conflict']]);
    expect(await hub.run(bytesOf(known(3)))).toMatchObject({ updated: 1, failed: 0 });
  });

  it('reports what cannot be read or written, with its place, and writes the others', async () => {
    const hub = await openHub();
    await hub.run(bytesOf('{"type":"Feature","id":"there"}'));
    const rule = { ...put, onExists: 'error' } as const;
    const text =
      '{"features":[{"type":"Feature","id":"a"},{"type":"Feature","id":"b","properties":1},{"type":"Feature","id":"there"},{"type":"Feature","id":"c"}]}';
    const report = await hub.run(bytesOf(text), { rule });
    expect(report).toMatchObject({ read: 4, inserted: 2, failed: 2, version: 2 });
    expect(report.failures).toEqual([
      {
        position: 1,
        offsetInBytes: 41,
        lengthInBytes: 42,
        id: 'b',
        pointer: '/properties',
        code: 'invalid-feature',
        detail: expect.stringContaining('neither an object nor null'),
      },
      {
        position: 2,
        offsetInBytes: 84,
        lengthInBytes: 31,
        id: 'there',
        pointer: '',
        code: 'feature-exists',
        detail: 'The record there exists.',
      },
    ]);
  });

  it('refuses what does not say that it is a feature, on a line and in a collection', async () => {
    const hub = await openHub();
    const isNone = { pointer: '/type', code: 'invalid-feature' };
    for (const text of ['{}\n{"id":"a","geometry":null}\n', '{"features":[{},{"type":null}]}', '{}']) {
      const { read, failed, inserted, failures } = await hub.run(bytesOf(text));
      expect([failed, inserted]).toEqual([read, 0]);
      expect(failures).toEqual(failures.map(() => expect.objectContaining(isNone)));
    }
    const assumed = await hub.run(bytesOf('{"features":[{},{"type":null}]}'), { assumesType: true });
    expect(assumed).toMatchObject({ read: 2, inserted: 1, failed: 1 });
  });

  it('lists so many failures and counts all, and takes one version for a chunk of any failures', async () => {
    const hub = await openHub();
    const report = await hub.run(bytesOf('[]\n{"type":"Feature"}\n'.repeat(1_500)));
    expect([report.failed, report.failures.length, report.failures[99]?.position]).toEqual([1_500, 100, 198]);
    expect([report.inserted, report.version, report.chunks]).toEqual([1_500, 3, 3]);
  });

  it('adds normalised tags and prefixes', async () => {
    const hub = await openHub();
    await hub.run(bytesOf('{"type":"Feature","id":"a"}'), {
      prefixId: 'p:',
      rule: { ...put, addTags: ['Réd,Big'] },
    });
    expect((await hub.features.find(hub.id, ['p:a']))[0]?.tags).toEqual(['Réd', 'big']);
  });

  it('leaves whole chunks where it is cancelled, breaks, or fails, and says which', async () => {
    const controller = new AbortController();
    const hub = await openHub();
    const cancelled = await hub.run(bytesOf(lines(5_000)), {
      cancellation: controller.signal,
      progress: ({ chunks }) => (chunks === 2 ? controller.abort() : undefined),
    });
    expect([cancelled.end, cancelled.read, cancelled.version]).toEqual([{ kind: 'cancelled' }, 2_000, 2]);
    expect((await hub.features.statistics(hub.id)).total).toBe(2_000);

    const broken = await hub.run(
      bytesOf(`{"features":[{"type":"Feature","id":"x"},{"type":"Feature","id":"y"`),
    );
    expect(broken.end).toEqual({ kind: 'broken', offsetInBytes: 67, reason: 'is cut short' });
    expect([broken.read, broken.inserted, broken.chunks]).toEqual([1, 1, 1]);
    expect(await hub.run(bytesOf('hello'))).toMatchObject({ read: 1, failed: 1, version: 3 });

    const error = new Error('the client went away');
    async function* failing() {
      yield* bytesOf(lines(1_500, 9_000));
      throw error;
    }
    const failed = await hub.run(failing());
    expect([failed.end, failed.read, failed.inserted]).toEqual([{ kind: 'failed', error }, 1_000, 1_000]);
    await expect(hub.run(throwing(error))).rejects.toBe(error);
  });

  it('pulls no more bytes than it writes', async () => {
    let pulled = 0;
    async function* endless() {
      for (;;) yield new TextEncoder().encode(lines(100, (pulled += 1) * 100));
    }
    let behind = 0;
    const controller = new AbortController();
    const hub = await openHub();
    const report = await hub.run(endless(), {
      cancellation: controller.signal,
      progress: async ({ read, chunks }) => {
        await later();
        behind = Math.max(behind, pulled * 100 - read);
        if (chunks === 5) controller.abort();
      },
    });
    expect(report.chunks).toBe(5);
    expect(behind).toBeLessThan(2_500);
  });

  it('is refused as other writes are', async () => {
    const open = await openHub();
    const reader = ownerCaller({ owner: 'alice', anonymousAllowed: true, mayWrite: false });
    await expect(open.run(bytesOf(lines(1)), {}, reader)).rejects.toMatchObject({ code: 'space-forbidden' });
    const few = { ...alice, limits: { maxFeaturesPerSpace: 2 } };
    const limited = await open.run(bytesOf(lines(3)), {}, few);
    expect([limited.inserted, limited.failures.map(({ code }) => code)]).toEqual([2, ['too-many-features']]);
    const hub = await openHub({
      write: async () => {
        throw new Error('the store is closed');
      },
    });
    await expect(hub.run(bytesOf(lines(1)))).rejects.toThrow('the store is closed');
  });
});

async function* throwing(error: Error): AsyncGenerator<Uint8Array> {
  throw error;
}
