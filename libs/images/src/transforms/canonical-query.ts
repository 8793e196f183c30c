import { FITS, type Box, type Margins, type Position, type Transform } from './transform.js';

const CENTRE = '0.5,0.5';

/**
 * A transform as a canonical query, without `?`: the same text for every order and spelling of its parameters, which
 * are sorted by name. Parameters without effect are left out.
 */
export function canonicalQuery(transform: Transform): string {
  const { w, h, dpr, fit, position, enlarge, background } = transform;
  const isSized = w !== undefined || h !== undefined;
  const isFitted = w !== undefined && h !== undefined && fit !== undefined && fit !== FITS[0];
  const isPlaced = isFitted && (fit === 'cover' || fit === 'contain');
  const { pad } = transform;
  const pairs: readonly (readonly [string, string | number | undefined])[] = [
    ['background', background],
    ['blur', transform.blur],
    ['crop', transform.crop && textOfBox(transform.crop)],
    ['dpr', dpr !== 1 && (isSized || pad) ? dpr : undefined],
    ['enlarge', enlarge && isSized ? 'true' : undefined],
    ['fit', isFitted ? fit : undefined],
    ['flip', transform.flip],
    ['format', transform.format],
    ['h', h],
    ['pad', pad && textOfMargins(pad)],
    ['position', isPlaced && position ? textOfPosition(position) : undefined],
    ['q', transform.q],
    ['rotate', transform.rotate],
    ['sharpen', transform.sharpen],
    ['strip', transform.strip],
    ['trim', transform.trim],
    ['w', w],
  ];
  return pairs
    .filter(([name, value]) => value !== undefined && !(name === 'position' && value === CENTRE))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function textOfPosition(position: Position): string {
  return typeof position === 'string' ? position : `${position.x},${position.y}`;
}

function textOfBox({ left, top, width, height }: Box): string {
  return [left, top, width, height].join(',');
}

function textOfMargins({ top, right, bottom, left }: Margins): string | undefined {
  const sides = [top, right, bottom, left];
  return sides.every((side) => side === 0) ? undefined : sides.join(',');
}
