import type { Canvas, Rgba } from './canvas.js';

/** A shape as distances to its edge, in bytes: that of the edge is `EDGE`, of 255. */
export interface DistanceField {
  readonly data: Uint8Array;
  /** Of the first byte, and from row to row. */
  readonly offset: number;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  /** How many of its pixels one of the shape's units has. */
  readonly fineness: number;
}

/** Where a field is drawn. */
export interface FieldPlace {
  /** The left upper corner, before it is turned. */
  readonly x: number;
  readonly y: number;
  /** How many pixels of the canvas a unit of the shape has. */
  readonly scale: number;
  /** Turned around this point, in radians. */
  readonly turned?: { readonly angle: number; readonly x: number; readonly y: number } | undefined;
}

/** How a shape is drawn. `halo` is the width of what is drawn around it, in units of the shape. */
export interface FieldLook {
  readonly color: Rgba;
  readonly halo: number;
}

/** As MapLibre draws them. */
const EDGE = 0.75;
const UNITS = 8;
const SOFTNESS = 0.105;

/** Draws a shape, or what is around it. */
export function drawField(
  canvas: Canvas,
  field: DistanceField,
  place: FieldPlace,
  { color, halo }: FieldLook,
): void {
  const { scale, turned } = place;
  const [width, height] = [(field.width / field.fineness) * scale, (field.height / field.fineness) * scale];
  const [sine, cosine] = turned === undefined ? [0, 1] : [Math.sin(turned.angle), Math.cos(turned.angle)];
  const middle = turned ?? { x: place.x, y: place.y };
  const around = (x: number, y: number): readonly [number, number] => [
    middle.x + (x - middle.x) * cosine - (y - middle.y) * sine,
    middle.y + (x - middle.x) * sine + (y - middle.y) * cosine,
  ];
  const corners = [0, width].flatMap((x) => [0, height].map((y) => around(place.x + x, place.y + y)));
  const box = canvas.within({
    left: Math.min(...corners.map(([x]) => x)),
    top: Math.min(...corners.map(([, y]) => y)),
    right: Math.max(...corners.map(([x]) => x)),
    bottom: Math.max(...corners.map(([, y]) => y)),
  });
  const edge = Math.max(0, EDGE - halo / UNITS);
  const soft = SOFTNESS / scale;
  const perPixel = field.fineness / scale;
  for (let row = box.top; row < box.bottom; row += 1)
    for (let column = box.left; column < box.right; column += 1) {
      const [right, down] = [column + 0.5 - middle.x, row + 0.5 - middle.y];
      const x = middle.x + right * cosine + down * sine - place.x;
      const y = middle.y - right * sine + down * cosine - place.y;
      const cover = stepped(sampled(field, x * perPixel - 0.5, y * perPixel - 0.5), edge, soft);
      if (cover > 0) canvas.blend(column, row, color, cover);
    }
}

/** The distance between pixels, from 0 to 1. */
function sampled(field: DistanceField, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const upper = byteAt(field, left, top) * (1 - right) + byteAt(field, left + 1, top) * right;
  const lower = byteAt(field, left, top + 1) * (1 - right) + byteAt(field, left + 1, top + 1) * right;
  return (upper * (1 - down) + lower * down) / 255;
}

function byteAt({ data, offset, stride, width, height }: DistanceField, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  return data[offset + y * stride + x] ?? 0;
}

/** From 0 to 1 around an edge, as the shaders' `smoothstep`. */
function stepped(value: number, edge: number, soft: number): number {
  const share = Math.min(1, Math.max(0, (value - edge + soft) / (2 * soft)));
  return share * share * (3 - 2 * share);
}
