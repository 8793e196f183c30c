import type { MapPainter } from '@cairn/maps/spi';
import { afterAll, describe, expect, it } from '@jest/globals';
import { aPicture, later, mapPainterContract, verify } from '@cairn/testkit';
import { SharpMapPainter } from './sharp-map-painter.js';

const painter = new SharpMapPainter();
const open = async (): Promise<MapPainter> => painter;
const { signal: cancellation } = new AbortController();
const terms = { holder: 'a', cancellation };
afterAll(() => painter.close());

/** What takes a while. */
const large = aPicture({ width: 2_000, height: 2_000, baseMap: 'ground' });

describe('SharpMapPainter', () => {
  verify({ contract: mapPainterContract, subject: { open, reopen: open }, it });

  it('ends the process of a picture that nobody waits for, or that takes too long', async () => {
    const hasty = new SharpMapPainter({ processes: 1, maxSeconds: 0.001 });
    await expect(hasty.paint(large, terms)).rejects.toMatchObject({ code: 'map-picture-failed' });
    expect(hasty.processes).toEqual([]);
    const leaving = new AbortController();
    const patient = new SharpMapPainter({ processes: 1 });
    const painted = patient.paint(large, { holder: 'a', cancellation: leaving.signal });
    await later();
    expect(patient.processes).toHaveLength(1);
    leaving.abort();
    expect([await painted, patient.processes]).toEqual([undefined, []]);
  });

  it('refuses more than may wait, and fails what is painted when it is closed', async () => {
    const small = new SharpMapPainter({ processes: 1, waiting: 1 });
    const all = ['a', 'b', 'c'].map((holder) => small.paint(large, { holder, cancellation }));
    const outcomes = Promise.allSettled(all);
    await expect(all[2]).rejects.toMatchObject({
      code: 'map-picture-failed',
      reason: 'too many are drawn at once',
    });
    await small.close();
    const [first] = await outcomes;
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'map-picture-failed' } });
    await small.close();
  });

  it('fails a picture that cannot be painted, and paints the next one', async () => {
    const broken = aPicture({
      tiles: [{ source: 'a:features', tile: { zoom: 0, x: 0, y: 0 }, bytes: Uint8Array.of(26, 99) }],
    });
    await expect(painter.paint(broken, terms)).rejects.toMatchObject({ code: 'map-picture-failed' });
    expect(await painter.paint(aPicture(), terms)).toBeInstanceOf(Uint8Array);
  });
});
