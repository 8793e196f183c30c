import type { Box, Margins, Point, Position, Transform } from './transform.js';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The geometry of an image fitted into the requested size. */
interface Fitted {
  /** The size of the whole image after resizing. */
  readonly scaled: Size;
  /** The part of it that is shown; absent for all of it. */
  readonly window?: Box;
  /** The padding around it. */
  readonly margins: Margins;
}

const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };
const CENTRE: Point = { x: 0.5, y: 0.5 };

/** Fits an image of this size into `w` and `h`. Enlarges it only if the transform allows that. */
export function fitted(transform: Transform, size: Size): Fitted {
  const { w, h, dpr = 1, fit = 'inside', enlarge } = transform;
  if (w === undefined && h === undefined) return { scaled: size, margins: NO_MARGINS };
  const largest = enlarge ? Number.POSITIVE_INFINITY : 1;
  const x = w === undefined ? undefined : (w * dpr) / size.width;
  const y = h === undefined ? undefined : (h * dpr) / size.height;
  if (x === undefined || y === undefined)
    return { scaled: scale(size, Math.min(x ?? y ?? 1, largest)), margins: NO_MARGINS };
  switch (fit) {
    case 'inside':
      return { scaled: scale(size, Math.min(x, y, largest)), margins: NO_MARGINS };
    case 'outside':
      return { scaled: scale(size, Math.min(Math.max(x, y), largest)), margins: NO_MARGINS };
    case 'fill':
      return { scaled: scale(size, Math.min(x, largest), Math.min(y, largest)), margins: NO_MARGINS };
    case 'contain': {
      const scaled = scale(size, Math.min(x, y, largest));
      return { scaled, margins: around(scaled, scale(size, x, y), transform.position) };
    }
    case 'cover': {
      // An image that is too small keeps the requested aspect ratio, at the largest possible size.
      const shrink = Math.min(1, largest / Math.max(x, y));
      const shown = scale(size, x * shrink, y * shrink);
      const scaled = scale(size, Math.max(x, y) * shrink);
      return { scaled, window: windowOn(scaled, shown, transform.position), margins: NO_MARGINS };
    }
  }
}

function scale({ width, height }: Size, x: number, y = x): Size {
  return { width: Math.max(1, Math.round(width * x)), height: Math.max(1, Math.round(height * y)) };
}

function windowOn(scaled: Size, shown: Size, position: Position = CENTRE): Box {
  const width = Math.min(shown.width, scaled.width);
  const height = Math.min(shown.height, scaled.height);
  const { x, y } = typeof position === 'string' ? CENTRE : position;
  return {
    left: centred({ point: x * scaled.width, length: width, within: scaled.width }),
    top: centred({ point: y * scaled.height, length: height, within: scaled.height }),
    width,
    height,
  };
}

/** The start of a section centred on a point, as far as the bounds allow. */
function centred({
  point,
  length,
  within,
}: {
  readonly point: number;
  readonly length: number;
  readonly within: number;
}): number {
  return Math.min(Math.max(Math.round(point - length / 2), 0), within - length);
}

function around(scaled: Size, box: Size, position: Position = CENTRE): Margins {
  const { x, y } = typeof position === 'string' ? CENTRE : position;
  const across = Math.max(0, box.width - scaled.width);
  const down = Math.max(0, box.height - scaled.height);
  const left = Math.round(across * x);
  const top = Math.round(down * y);
  return { top, left, right: across - left, bottom: down - top };
}
