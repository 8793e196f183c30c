import sharp from 'sharp';

const WIDTH = 1_500;
const HEIGHT = 1_000;

/** A landscape that is drawn: its colours and what there is in it. */
export interface Landscape {
  /** Decides about the shapes. The same number draws the same picture. */
  readonly seed: number;
  /** From the top of the sky to the horizon, then the colour of the nearest ridge. */
  readonly colours: readonly [top: string, middle: string, horizon: string, near: string];
  readonly ridges: number;
  /** Where the sun or the moon is, from 0 to 1. */
  readonly light: readonly [x: number, y: number];
  /** The height of the horizon above water, from 0 to 1; without water the ridges go down to the edge. */
  readonly water?: number;
}

export interface Capture {
  readonly camera: readonly [make: string, model: string];
  /** As EXIF has it: `2026:07:12 18:20:33`. */
  readonly time: string;
  readonly position?: readonly [latitude: number, longitude: number];
}

/** Draws a landscape as a JPEG, with the metadata of a camera. */
export async function draw(landscape: Landscape, { camera, time, position }: Capture): Promise<Buffer> {
  const exif = {
    IFD0: { Make: camera[0], Model: camera[1] },
    IFD2: { DateTimeOriginal: time },
    ...(position && { IFD3: gps(position) }),
  };
  return await sharp(Buffer.from(svgOf(landscape)))
    .withExif(exif)
    .jpeg({ quality: 86 })
    .toBuffer();
}

function svgOf({ seed, colours: [top, middle, horizon, near], ridges, light, water }: Landscape): string {
  const random = randomOf(seed);
  const ground = (water ?? 1) * HEIGHT;
  const layers = Array.from({ length: ridges }, (_, index) => {
    const depth = (index + 1) / ridges;
    const base = ground - (water === undefined ? 0.52 - 0.42 * depth : 0.3 - 0.26 * depth) * HEIGHT;
    const path = ridge({ random, base, ground, swing: (0.05 + 0.09 * (1 - depth)) * HEIGHT });
    return `<path d="${path}" fill="${mixed(horizon, near, depth ** 1.15)}"/>`;
  });
  const [x, y] = [light[0] * WIDTH, light[1] * HEIGHT];
  const lake =
    water === undefined
      ? ''
      : `<g clip-path="url(#lake)"><g transform="translate(0 ${2 * ground}) scale(1 -1)" opacity="0.6" filter="url(#soft)">
         <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${layers.join('')}</g>
         <rect y="${ground}" width="${WIDTH}" height="${HEIGHT - ground}" fill="${near}" opacity="0.25"/>${ripples(random, ground)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="0.45" stop-color="${middle}"/>
        <stop offset="0.8" stop-color="${horizon}"/></linearGradient>
      <radialGradient id="glow"><stop stop-color="#fff" stop-opacity="0.75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
      <filter id="soft"><feGaussianBlur stdDeviation="6 1"/></filter>
      <clipPath id="lake"><rect y="${ground}" width="${WIDTH}" height="${HEIGHT}"/></clipPath>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
    <circle cx="${x}" cy="${y}" r="360" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="44" fill="#fffdf4"/>
    ${layers.join('')}${lake}</svg>`;
}

interface Ridge {
  readonly random: () => number;
  readonly base: number;
  readonly ground: number;
  readonly swing: number;
}

/** A line of mountains, made of waves that are the smaller the shorter they are. */
function ridge({ random, base, ground, swing }: Ridge): string {
  const waves = [1, 2.1, 4.7, 9.8, 21, 47].map((frequency) => ({
    frequency,
    phase: random() * 2 * Math.PI,
    height: swing / frequency ** 0.85,
  }));
  const points = Array.from({ length: WIDTH / 5 + 1 }, (_, index) => {
    const angle = (index * 5 * 2 * Math.PI) / WIDTH;
    const lift = waves.reduce(
      (sum, { frequency, phase, height }) =>
        sum + height * (1 - 2 * Math.abs(Math.sin((angle * frequency) / 2 + phase))),
      0,
    );
    return `${index * 5},${Math.min(base + lift, ground).toFixed(1)}`;
  });
  return `M0,${ground} L${points.join(' ')} L${WIDTH},${ground}Z`;
}

function ripples(random: () => number, from: number): string {
  return Array.from({ length: 60 }, () => {
    const depth = random() ** 1.5;
    const [y, length] = [from + depth * (HEIGHT - from), 60 + 240 * depth];
    return `<rect x="${random() * WIDTH - length / 2}" y="${y}" width="${length}" height="${1 + 2 * depth}" rx="1" fill="#fff" opacity="0.16"/>`;
  }).join('');
}

/** Numbers from 0 to 1 that only the seed decides about. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function mixed(one: string, other: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((from ?? 0) * (1 - part) + (to ?? 0) * part);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function gps([latitude, longitude]: readonly [number, number]): Record<string, string> {
  const text = (degrees: number): string => {
    const whole = Math.floor(Math.abs(degrees));
    const minutes = (Math.abs(degrees) - whole) * 60;
    return `${whole}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6_000)}/100`;
  };
  return {
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: text(latitude),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: text(longitude),
  };
}
