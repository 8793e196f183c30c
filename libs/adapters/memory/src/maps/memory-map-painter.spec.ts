import type { MapPainter } from '@cairn/maps/spi';
import { describe, it } from '@jest/globals';
import { mapPainterContract, sabotaged, verify, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryMapPainter } from './memory-map-painter.js';

const open = async (): Promise<MapPainter> => new MemoryMapPainter();
const subject = { open, reopen: open };

describe('MemoryMapPainter', () => verify({ contract: mapPainterContract, subject, it }));

type Paint = MapPainter['paint'];

const paints =
  (change: (paint: Paint) => Paint) =>
  (painter: MapPainter): MapPainter =>
    sabotaged(painter, { paint: change(painter.paint.bind(painter)) });

const saboteurs: Saboteurs<MapPainter, typeof mapPainterContract> = {
  'whatever paints says that it can': (painter) => sabotaged(painter, { isInstalled: false }),
  'the same picture gives the same bytes, and whatever it shows gives others': paints(
    (paint) => (picture, terms) => paint({ ...picture, credits: [] }, terms),
  ),
  'pictures at once are not mixed up': paints((paint) => {
    let last: Parameters<Paint>[1] | undefined;
    return async (picture, terms) => {
      last = terms;
      await Promise.resolve();
      return await paint(picture, last);
    };
  }),
  'an error of the tiles is passed on, and the next picture is painted': paints(
    (paint) => async (picture, terms) => await paint(picture, terms).catch(() => Uint8Array.of(0)),
  ),
  'nothing is given once it is cancelled, and the next picture is painted': paints(
    (paint) => async (picture, terms) =>
      await paint(picture, { ...terms, cancellation: new AbortController().signal }),
  ),
};

describe('what painters of maps promise', () =>
  verifyFails({ contract: mapPainterContract, subject, saboteurs, it }));
