import { channelsOf } from './mix.js';

type Vector = readonly [number, number, number];

/** What eyes see that lack one kind of cones: Machado, Oliveira and Fernandes 2009, full severity, in linear light. */
const simulations = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} as const;

/** From linear sRGB to XYZ, relative to the white of D65. */
const XYZ = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
] as const;

const times = ([one, two, three]: readonly [Vector, Vector, Vector], vector: Vector): Vector => {
  const dot = (row: Vector) => row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2];
  return [dot(one), dot(two), dot(three)];
};

function linearOf(color: string): Vector {
  const linear = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => linear(channel / 255));
  return [red, green, blue];
}

function labOf(linear: Vector): Vector {
  const curve = (value: number) =>
    value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116;
  const [x, y, z] = times(XYZ, linear).map(curve) as unknown as Vector;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** How different two colors look to the eyes that tell them apart worst: ΔE of CIE 1976. */
export function leastDifference(one: string, other: string): number {
  const differences = Object.values(simulations).map((matrix) => {
    const [first, second] = [one, other].map((color) => {
      const seen = times(matrix, linearOf(color)).map((light) => Math.min(1, Math.max(0, light)));
      return labOf(seen as unknown as Vector);
    });
    return Math.hypot(...(first ?? [0, 0, 0]).map((value, index) => value - (second?.[index] ?? 0)));
  });
  return Math.min(...differences);
}

/** The contrast of WCAG 2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [first = 0, second = 0] = [one, other].map((color) => times(XYZ, linearOf(color))[1]);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
