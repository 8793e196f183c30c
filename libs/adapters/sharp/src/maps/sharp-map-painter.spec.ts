import type { MapPainter } from '@cairn/maps/spi';
import { afterAll, describe, expect, it } from '@jest/globals';
import { aPicture, later, mapPainterContract, tileOfPoint, tilesWith, verify } from '@cairn/testkit';
import { SharpMapPainter } from './sharp-map-painter.js';

const painter = new SharpMapPainter();
const open = async (): Promise<MapPainter> => painter;
const { signal: cancellation } = new AbortController();
afterAll(() => painter.close());

const termsOf = (holder: string, bytes = tileOfPoint(2_048, 2_048)) => ({
  tiles: tilesWith(bytes),
  holder,
  cancellation,
});
/** What takes a while. */
const large = aPicture({ width: 2_000, height: 2_000, baseMap: 'ground' });

describe('SharpMapPainter', () => {
  verify({ contract: mapPainterContract, subject: { open, reopen: open }, it });

  it('ends the process of a picture that nobody waits for, or that takes too long', async () => {
    const hasty = new SharpMapPainter({ processes: 1, maxSeconds: 0.001 });
    await expect(hasty.paint(large, termsOf('a'))).rejects.toMatchObject({ code: 'map-picture-failed' });
    expect(hasty.processes).toEqual([]);
    const leaving = new AbortController();
    const patient = new SharpMapPainter({ processes: 1 });
    const painted = patient.paint(large, { ...termsOf('a'), cancellation: leaving.signal });
    await later();
    expect(patient.processes).toHaveLength(1);
    leaving.abort();
    expect([await painted, patient.processes]).toEqual([undefined, []]);
  });

  it('paints for each holder in turn, and reads no tile before', async () => {
    const single = new SharpMapPainter({ processes: 1 });
    const begun: string[] = [];
    const paint = async (holder: string): Promise<void> => {
      async function* tiles() {
        begun.push(holder);
        yield* tilesWith(tileOfPoint(1, 1));
      }
      await single.paint(aPicture(), { tiles: tiles(), holder, cancellation });
    };
    await Promise.all(['many', 'many', 'many', 'one'].map(paint));
    expect(begun).toEqual(['many', 'one', 'many', 'many']);
    await single.close();
  });

  it('refuses more than may wait, and fails what is painted when it is closed', async () => {
    const small = new SharpMapPainter({ processes: 1, waiting: 1 });
    const all = ['a', 'b', 'c'].map((holder) => small.paint(large, termsOf(holder)));
    const outcomes = Promise.allSettled(all);
    const reason = 'too many are drawn at once';
    await expect(all[2]).rejects.toMatchObject({ code: 'map-picture-failed', reason });
    await small.close();
    const [first] = await outcomes;
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'map-picture-failed' } });
    await small.close();
  });

  it('fails a picture that cannot be painted, and paints the next one', async () => {
    const broken = painter.paint(aPicture(), termsOf('a', Uint8Array.of(26, 99)));
    await expect(broken).rejects.toMatchObject({ code: 'map-picture-failed' });
    expect(await painter.paint(aPicture(), termsOf('a'))).toBeInstanceOf(Uint8Array);
  });
});
