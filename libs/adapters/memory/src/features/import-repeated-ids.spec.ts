import { describe, expect, it } from '@jest/globals';
import type { RepeatedIds } from '@cairn/spaces';
import { bytesOf, lines, openHub, put } from './import-hub.spec.kit.js';

const feature = (id: string, n: number): string =>
  `{"type":"Feature","id":"${id}","properties":{"n":${n}}}\n`;

describe('an import in which ids come twice', () => {
  /** Chunks have a thousand features. The ids repeat within a chunk and across chunks. */
  const far = `${feature('a', 1)}${feature('a', 2)}${lines(1_000)}${feature('a', 3)}`;

  async function imported(repeatedIds: RepeatedIds | undefined, text = far) {
    const hub = await openHub();
    const run = async (given: string) => {
      const { end, read, inserted, updated, unchanged, merged, numbered, failed } = await hub.run(
        bytesOf(given),
        { repeatedIds, rule: put },
      );
      return { end: end.kind, counts: [read, inserted, updated, unchanged, merged, numbered, failed] };
    };
    const report = await run(text);
    const stored = async (...ids: readonly string[]) =>
      (await hub.features.find(hub.id, ids)).map(({ id, body }) => `${id} ${/"n":(\d+)/.exec(body)?.[1]}`);
    return { report, again: () => run(text), stored };
  }

  it('writes the last one, and counts the others once, as merged', async () => {
    const { report, again, stored } = await imported('last');
    expect(report).toEqual({ end: 'complete', counts: [1_003, 1_001, 0, 0, 2, 0, 0] });
    expect(await stored('a')).toEqual(['a 3']);
    expect(await again()).toEqual({ end: 'complete', counts: [1_003, 0, 1, 1_000, 2, 0, 0] });
    expect((await imported(undefined)).report.counts).toEqual([1_003, 1_001, 2, 0, 0, 0, 0]);
  });

  it('numbers them, the same way each time, and not as another id is', async () => {
    const { report, again, stored } = await imported('number', `${feature('a-2', 0)}${far}`);
    expect(report).toEqual({ end: 'complete', counts: [1_004, 1_004, 0, 0, 0, 2, 0] });
    expect((await stored('a', 'a-2', 'a-3', 'a-4')).toSorted()).toEqual(['a 1', 'a-2 0', 'a-3 2', 'a-4 3']);
    expect((await again()).counts).toEqual([1_004, 0, 0, 1_004, 0, 2, 0]);
    const long = 'x'.repeat(511);
    expect((await imported('number', feature(long, 1) + feature(long, 2))).report.counts).toEqual([
      2, 1, 0, 0, 0, 1, 1,
    ]);
  });

  it('stops before the second one, with what came before it', async () => {
    const { report, stored } = await imported(
      'stop',
      lines(1_200) + feature('a', 1) + feature('a', 2) + lines(5),
    );
    expect(report).toEqual({ end: 'repeated-id', counts: [1_201, 1_201, 0, 0, 0, 0, 0] });
    expect(await stored('a')).toEqual(['a 1']);
  });

  it('knows a feature that was refused from one of its id', async () => {
    const refused = '{"type":"Feature","id":"a","properties":1}\n';
    expect((await imported('stop', refused + feature('a', 1))).report.counts).toEqual([2, 1, 0, 0, 0, 0, 1]);
  });
});
