import { join } from 'node:path';
import { vips, vipsHeader } from '../debian-tools.mjs';
import { layoutOf } from './expected-size.mjs';

/** Of the picture, or for inks without one that of libvips. */
const FROM_PROFILE = '--embedded --input-profile cmyk --intent perceptual --black-point-compensation'.split(
  ' ',
);

/**
 * Makes images with the command line of libvips, one plain operation after the other: every pixel decoded, then scaled,
 * without the short cuts of decoders and of the library that Cairn uses.
 */
export class References {
  #done = new Map();

  constructor(folder) {
    this.folder = folder;
  }

  /** A page of a picture as it is shown: upright, in sRGB, 8 bits for each of three or four channels. */
  async upright({ file, page = 0 }) {
    let image = await this.#step('copy', /\.(gif|webp)$/.test(file) ? `${file}[page=${page}]` : file);
    image = await this.#step('autorot', image);
    const header = await vipsHeader(image);
    image =
      header['icc-profile-data'] === undefined && header.interpretation !== 'cmyk'
        ? await this.#step('colourspace', image, 'srgb')
        : await this.#fromProfile(image, header);
    const { width, height, bands } = await vipsHeader(image);
    return { image, width: Number(width), height: Number(height), hasAlpha: bands === '4' };
  }

  /** With as many bits as it has: the opacity is not scaled with the colours. */
  async #fromProfile(image, { format }) {
    const depth = ['--depth', format === 'ushort' ? 16 : 8];
    const converted = await this.#step('icc_transform', image, 'srgb', ...FROM_PROFILE, ...depth);
    return await this.#step('colourspace', converted, 'srgb');
  }

  /** The file of what is asked of an upright image, as a PNG; `box` is what was found by smart cropping or trimming. */
  async transformed(upright, query) {
    let { image, hasAlpha } = upright;
    let size = upright;
    const step = async (...args) => (image = await this.#step(...args));
    const opaque = query.format === 'jpeg' ? (query.background ?? 'white') : query.background;
    const background = opaque && colourOf(opaque);
    if (hasAlpha && background?.[3] === 255) {
      await step('flatten', image, '--background', background.slice(0, 3).join(' '));
      hasAlpha = false;
    }
    const part = query.crop?.split(',').map(Number) ?? (query.trim && (await this.#trimmed(image, query)));
    if (part) {
      await step('crop', image, ...part);
      size = { width: part[2], height: part[3] };
    }
    // Turned first, so that the words of the query mean what they say; the pixels are the same.
    for (const flip of query.flip ?? '') await step('flip', image, flip === 'h' ? 'horizontal' : 'vertical');
    const degrees = ((query.rotate ?? 0) + 360) % 360;
    if (degrees !== 0) await step('rot', image, `d${degrees}`);
    if (degrees % 180 !== 0) size = { width: size.height, height: size.width };
    const { image: scaled, seen, margins } = layoutOf(query, size);
    image = await this.#scaled({ image, hasAlpha }, size, scaled);
    if (seen.width < scaled.width || seen.height < scaled.height)
      if (!isFound(query)) await step('crop', image, seen.left, seen.top, seen.width, seen.height);
    const [top, right, bottom, left] = padding(query).map((side, index) => side + margins[index]);
    if (top + right + bottom + left > 0) {
      const fill = background ?? [0, 0, 0, 0];
      if (!hasAlpha && fill[3] < 255) {
        await step('bandjoin_const', image, '255');
        hasAlpha = true;
      }
      const box = [left, top, seen.width + left + right, seen.height + top + bottom];
      await step(
        'embed',
        image,
        ...box,
        '--extend',
        'background',
        '--background',
        fill.slice(0, hasAlpha ? 4 : 3).join(' '),
      );
    }
    if (query.blur) image = await this.#premultiplied({ image, hasAlpha }, 'gaussblur', query.blur);
    if (query.sharpen) await step('sharpen', image, '--sigma', query.sharpen);
    return { file: await this.#once('png', 'pngsave', image), ...sizeOf({ seen, top, right, bottom, left }) };
  }

  async #scaled(of, from, to) {
    if (from.width === to.width && from.height === to.height) return of.image;
    const factors = [to.width / from.width, '--vscale', to.height / from.height];
    return await this.#premultiplied(of, 'resize', ...factors);
  }

  /** Transparent pixels have a colour that must not shine through. */
  async #premultiplied({ image, hasAlpha }, operation, ...args) {
    if (!hasAlpha) return await this.#step(operation, image, ...args);
    const done = await this.#step(operation, await this.#step('premultiply', image), ...args);
    return await this.#step('cast', await this.#step('unpremultiply', done), 'uchar');
  }

  async #trimmed(image, { trim }) {
    const corner = (await vips('getpoint', image, 0, 0)).trim().split(/\s+/);
    const threshold = ['--threshold', trim === 'true' ? 10 : trim];
    if (corner.length === 4 && Number(corner[3]) < 255) {
      const alpha = await this.#step('extract_band', image, 3);
      return numbers(await vips('find_trim', alpha, ...threshold, '--background', corner[3]));
    }
    return numbers(await vips('find_trim', image, ...threshold, '--background', corner.join(' ')));
  }

  /** The result of an operation, which many queries share. */
  async #step(operation, input, ...args) {
    return await this.#once('v', operation, input, ...args);
  }

  async #once(extension, operation, input, ...args) {
    const key = [extension, operation, input, ...args].join(' ');
    const known = this.#done.get(key);
    if (known !== undefined) return await known;
    const output = join(this.folder, `step-${this.#done.size}.${extension}`);
    const made = vips(operation, input, output, ...args).then(() => output);
    this.#done.set(key, made);
    return await made;
  }
}

/** Whether a position is found by looking at the pixels. Then the whole image is given, of which any part may be seen. */
export function isFound({ position }) {
  return ['attention', 'entropy'].includes(position);
}

function padding({ pad = '0', dpr = 1 }) {
  const [top, right = top, bottom = top, left = right] = pad.split(',').map(Number);
  return [top, right, bottom, left].map((side) => Math.round(side * dpr));
}

function sizeOf({ seen, top, right, bottom, left }) {
  return { width: seen.width + left + right, height: seen.height + top + bottom };
}

function numbers(text) {
  return text.trim().split(/\s+/).map(Number);
}

function colourOf(name) {
  const named = { white: 'ffffffff', black: '000000ff', transparent: '00000000' };
  const digits = named[name] ?? (name.length < 6 ? name.replace(/./g, '$&$&') : name);
  return digits
    .padEnd(8, 'f')
    .match(/../g)
    .map((pair) => Number.parseInt(pair, 16));
}
