import sharp from 'sharp';

/** The pixels of a still, in sRGB with opacity, whose colours count as much as they are seen. */
export async function pixelsOf(bytes, page = 0) {
  const { data, info } = await sharp(bytes, { page, pages: 1 })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 4)
    for (let channel = 0; channel < 3; channel += 1)
      data[at + channel] = Math.round((data[at + channel] * data[at + 3]) / 255);
  return { data, width: info.width, height: info.height };
}

/** What is less than half opaque is not in a GIF, and all else is opaque. */
export function asInGif({ data, ...size }) {
  const shown = Buffer.from(data);
  for (let at = 0; at < shown.length; at += 4) {
    const opacity = shown[at + 3];
    for (let channel = 0; channel < 3; channel += 1)
      shown[at + channel] = opacity < 128 ? 0 : Math.min(255, (shown[at + channel] * 255) / opacity);
    shown[at + 3] = opacity < 128 ? 0 : 255;
  }
  return { data: shown, ...size };
}

/** The mean difference of all channels, and the one that 99 of 100 values stay below, of 255. */
export function differenceOf(one, other) {
  const counts = new Array(256).fill(0);
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) {
    const difference = Math.abs(one.data[at] - other.data[at]);
    sum += difference;
    counts[difference] += 1;
  }
  let [far, below] = [0, counts[0]];
  while (below < one.data.length * 0.99) below += counts[(far += 1)];
  return { mean: sum / one.data.length, far };
}

/** The smallest difference to a part of another image that has the width or the height of this one. */
export function differenceWithin(part, whole) {
  let least = { mean: 255, far: 255 };
  for (let top = 0; top <= whole.height - part.height; top += 1)
    for (let left = 0; left <= whole.width - part.width; left += 1) {
      const difference = differenceOf(
        part,
        cut(whole, { left, top, width: part.width, height: part.height }),
      );
      if (difference.mean < least.mean) least = difference;
    }
  return least;
}

function cut({ data, width: stride }, { left, top, width, height }) {
  const rows = Array.from({ length: height }, (_, row) => {
    const start = ((top + row) * stride + left) * 4;
    return data.subarray(start, start + width * 4);
  });
  return { data: Buffer.concat(rows), width, height };
}
