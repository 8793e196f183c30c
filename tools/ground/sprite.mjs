import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ICONS } from './icons.mjs';

/** Of an icon on a map, in CSS pixels, at `icon-size` 1. */
const SIZE = 20;
/** Room around it for a halo. */
const MARGIN = 4;
const CELL = SIZE + 2 * MARGIN;
/** How many pixels an icon is drawn with for each of a map. */
const FINENESS = 12;
/** MapLibre reads distances of up to so many CSS pixels, with the edge at three quarters of the scale. */
const RADIUS = 8;
const EDGE = 0.75;
const SPACE = 1e10;

/** Squares of distances along a line to the nearest place where `f` is 0 (Felzenszwalb and Huttenlocher, 2012). */
function transformLine(f, { length, distances, at, bounds }) {
  let last = 0;
  at[0] = 0;
  bounds[0] = -SPACE;
  bounds[1] = SPACE;
  for (let q = 1; q < length; q += 1) {
    let cross = meeting(f, q, at[last]);
    while (cross <= bounds[last]) {
      last -= 1;
      cross = meeting(f, q, at[last]);
    }
    last += 1;
    at[last] = q;
    bounds[last] = cross;
    bounds[last + 1] = SPACE;
  }
  for (let q = 0, k = 0; q < length; q += 1) {
    while (bounds[k + 1] < q) k += 1;
    distances[q] = f[at[k]] + (q - at[k]) ** 2;
  }
}

const meeting = (f, q, r) => (f[q] - f[r] + q * q - r * r) / (2 * (q - r));

/** Distances of all pixels of a square to the nearest one where `isInside` is as `wanted`. */
function distancesTo(wanted, { inside, width }) {
  const squares = Float64Array.from(inside, (value) => (value === wanted ? 0 : SPACE));
  const line = new Float64Array(width);
  const scratch = {
    length: width,
    distances: new Float64Array(width),
    at: new Uint32Array(width),
    bounds: new Float64Array(width + 1),
  };
  for (const [start, step] of [
    [width, 1],
    [1, width],
  ])
    for (let row = 0; row < width; row += 1) {
      for (let i = 0; i < width; i += 1) line[i] = squares[row * start + i * step];
      transformLine(line, scratch);
      for (let i = 0; i < width; i += 1) squares[row * start + i * step] = scratch.distances[i];
    }
  return squares.map(Math.sqrt);
}

/** The distances of an icon to its edge, in CSS pixels, negative within, `FINENESS` of them for each pixel. */
async function distanceField(svg) {
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const [size, margin, width] = [SIZE * FINENESS, MARGIN * FINENESS, CELL * FINENESS];
  const data = await sharp(svg, { density: 72 * FINENESS })
    .resize(size, size, { fit: 'contain', background: transparent })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: transparent })
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  const inside = Uint8Array.from(data, (alpha) => (alpha > 127 ? 1 : 0));
  const [outward, inward] = [distancesTo(1, { inside, width }), distancesTo(0, { inside, width })];
  return outward.map((distance, index) => (distance - inward[index]) / FINENESS);
}

/** Draws a field into a sheet as MapLibre reads it, with its left upper corner there. */
function drawField(field, { pixels, width, left, top, ratio }) {
  const cell = CELL * ratio;
  const step = FINENESS / ratio;
  for (let y = 0; y < cell; y += 1)
    for (let x = 0; x < cell; x += 1) {
      const distance = field[(y * step + step / 2) * CELL * FINENESS + x * step + step / 2];
      const value = Math.round(255 * (EDGE - distance / RADIUS));
      pixels[4 * ((top + y) * width + left + x) + 3] = Math.max(0, Math.min(255, value));
    }
}

/** Writes `sprite.json` and `sprite.png` into `folder`, or those with `@2x`. */
async function writeSheet(folder, { fields, ratio }) {
  const columns = Math.ceil(Math.sqrt(fields.length));
  const cell = CELL * ratio;
  const [width, height] = [columns * cell, Math.ceil(fields.length / columns) * cell];
  const pixels = Buffer.alloc(width * height * 4);
  const index = {};
  for (const [number, { name, field }] of fields.entries()) {
    const [left, top] = [(number % columns) * cell, Math.floor(number / columns) * cell];
    drawField(field, { pixels, width, left, top, ratio });
    index[name] = { x: left, y: top, width: cell, height: cell, pixelRatio: ratio, sdf: true };
  }
  const path = join(folder, ratio === 1 ? 'sprite' : `sprite@${ratio}x`);
  writeFileSync(`${path}.json`, `${JSON.stringify(index)}\n`);
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toFile(`${path}.png`);
}

/** Writes the sheets of icons for screens of one and of two pixels for each of a map. */
export async function makeSprites(folder, { require }) {
  const fields = [];
  for (const { name, path } of ICONS)
    fields.push({ name, field: await distanceField(readFileSync(require.resolve(path))) });
  for (const ratio of [1, 2]) await writeSheet(folder, { fields, ratio });
}
