/**
 * What CSS and docs/delivery.md say about sizes, written down a second time: the size of the whole image after it is
 * scaled, the part of it that is seen, and where it lies in the result.
 */
export function layoutOf({ w, h, dpr = 1, fit = 'inside', enlarge, position = 'centre' }, size) {
  const [across, down] = [w && w * dpr, h && h * dpr];
  const most = enlarge === 'true' ? Infinity : 1;
  const at = pointOf(position);
  const whole = (image) => ({ image, seen: { left: 0, top: 0, ...image }, margins: [0, 0, 0, 0] });
  if (!across && !down) return whole({ width: size.width, height: size.height });
  if (!across || !down)
    return whole(scaled(size, Math.min(most, across ? across / size.width : down / size.height)));
  const ratios = [across / size.width, down / size.height];
  switch (fit) {
    case 'inside':
      return whole(scaled(size, Math.min(most, ...ratios)));
    case 'outside':
      return whole(scaled(size, Math.min(most, Math.max(...ratios))));
    case 'fill':
      return whole(scaled(size, Math.min(most, ratios[0]), Math.min(most, ratios[1])));
    case 'contain': {
      const image = scaled(size, Math.min(most, ...ratios));
      const room = [Math.round(across) - image.width, Math.round(down) - image.height].map((side) =>
        Math.max(0, side),
      );
      const [left, top] = [Math.round(room[0] * at.x), Math.round(room[1] * at.y)];
      return { ...whole(image), margins: [top, room[0] - left, room[1] - top, left] };
    }
    default: {
      const larger = Math.max(...ratios);
      const image = scaled(size, Math.min(most, larger));
      const shrink = Math.min(1, most / larger);
      const [width, height] = [across, down].map((side) => Math.max(1, Math.round(side * shrink)));
      const seen = { width: Math.min(width, image.width), height: Math.min(height, image.height) };
      const left = placed(at.x, seen.width, image.width);
      return {
        image,
        seen: { left, top: placed(at.y, seen.height, image.height), ...seen },
        margins: [0, 0, 0, 0],
      };
    }
  }
}

function scaled({ width, height }, x, y = x) {
  return { width: Math.max(1, Math.round(width * x)), height: Math.max(1, Math.round(height * y)) };
}

/** The point in the middle of what is seen, as far as the image goes. */
function placed(fraction, length, within) {
  return Math.min(Math.max(0, Math.round(fraction * within - length / 2)), within - length);
}

function pointOf(position) {
  if (/^[\d.]+,/.test(position)) {
    const [x, y] = position.split(',').map(Number);
    return { x, y };
  }
  const named = { left: { x: 0 }, right: { x: 1 }, top: { y: 0 }, bottom: { y: 1 } };
  return Object.assign({ x: 0.5, y: 0.5 }, ...position.split('-').map((word) => named[word] ?? {}));
}
