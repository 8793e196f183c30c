import { InvalidInput } from '@cairn/kernel';
import type { Box, Flip, Margins, Point, Position, Rotation } from './transform.js';

/** Parses the text of a parameter; `undefined` if it is invalid. */
type Reader<T> = (text: string) => { readonly value: T } | undefined;

/** A kind of parameter: its parser, and the rule for its values as the end of a sentence. */
export interface Kind<T> {
  readonly rule: string;
  readonly read: Reader<T>;
}

const DECIMAL = /^\d{1,5}(?:\.\d{1,3})?$/;
const WHOLE = /^\d{1,6}$/;
const MAX_PAD = 2_000;

/** Parses the parameter as this kind. @throws {InvalidInput} */
export function valueOf<T>(name: string, text: string, { rule, read }: Kind<T>): T {
  const found = read(text);
  if (found === undefined) throw InvalidInput.of('invalid-value', `\`${name}\` must be ${rule}.`);
  return found.value;
}

export function whole(min: number, max: number): Kind<number> {
  return {
    rule: `a whole number from ${min} to ${max}`,
    read: (text) => between(WHOLE.test(text) ? Number(text) : Number.NaN, min, max),
  };
}

export function decimal(min: number, max: number): Kind<number> {
  return {
    rule: `a number from ${min} to ${max}, of at most three decimals`,
    read: (text) => between(DECIMAL.test(text) ? Number(text) : Number.NaN, min, max),
  };
}

/** One of these words, in any case. Some mean no value. */
export function word<T>(words: Readonly<Record<string, T>>): Kind<T | undefined> {
  const known = new Map(Object.entries(words));
  return {
    rule: `one of ${[...known.keys()].join(', ')}`,
    read: (text) => {
      const key = text.toLowerCase();
      return known.has(key) ? { value: known.get(key) } : undefined;
    },
  };
}

const EDGES: Readonly<Record<string, Partial<Point>>> = {
  top: { y: 0 },
  bottom: { y: 1 },
  left: { x: 0 },
  right: { x: 1 },
};

export const position: Kind<Position> = {
  rule: 'centre, an edge or corner such as top or top-left, attention, entropy, or a point as two fractions such as 0.5,0.25',
  read: (text) => {
    const lower = text.toLowerCase();
    if (lower === 'attention' || lower === 'entropy') return { value: lower };
    if (lower === 'centre' || lower === 'center') return { value: { x: 0.5, y: 0.5 } };
    return focalPoint(lower) ?? edge(lower.split(/[- _+]/));
  },
};

function focalPoint(text: string): { readonly value: Point } | undefined {
  const [x, y, ...rest] = text.split(',').map((part) => (DECIMAL.test(part) ? Number(part) : Number.NaN));
  if (x === undefined || y === undefined || rest.length > 0) return undefined;
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { value: { x, y } } : undefined;
}

function edge(names: readonly string[]): { readonly value: Point } | undefined {
  const edges = names.map((name) => (Object.hasOwn(EDGES, name) ? EDGES[name] : undefined));
  const [first, second = {}] = edges;
  if (first === undefined || edges.length > 2 || edges.includes(undefined)) return undefined;
  if (Object.keys({ ...first, ...second }).length < edges.length) return undefined; // two edges of one axis
  return { value: { x: 0.5, y: 0.5, ...first, ...second } };
}

export const crop: Kind<Box> = {
  rule: 'left, top, width and height in pixels, such as 10,20,300,200',
  read: (text) => {
    const [left, top, width, height, ...rest] = numbers(text);
    if (left === undefined || top === undefined || !width || !height || rest.length > 0) return undefined;
    return { value: { left, top, width, height } };
  },
};

export const pad: Kind<Margins> = {
  rule: `one, two or four whole numbers from 0 to ${MAX_PAD} in the order of CSS, such as 10 or 10,20`,
  read: (text) => {
    const given = numbers(text);
    const [top, right = top, bottom = top, left = right] = given;
    if (top === undefined || right === undefined || bottom === undefined || left === undefined)
      return undefined;
    if (![1, 2, 4].includes(given.length) || given.some((side) => side > MAX_PAD)) return undefined;
    return { value: { top, right, bottom, left } };
  },
};

const COLOURS: Readonly<Record<string, string>> = {
  transparent: '00000000',
  white: 'ffffffff',
  black: '000000ff',
};

export const background: Kind<string> = {
  rule: 'a colour of 3, 4, 6 or 8 hexadecimal digits such as ff8800, or white, black or transparent',
  read: (text) => {
    const lower = text.toLowerCase();
    if (Object.hasOwn(COLOURS, lower)) return { value: COLOURS[lower] ?? '' };
    if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(lower)) return undefined;
    const digits = lower.length < 6 ? lower.replace(/./g, '$&$&') : lower;
    return { value: digits.padEnd(8, 'f') };
  },
};

export const rotation: Kind<Rotation | undefined> = word({
  '0': undefined,
  '90': 90,
  '180': 180,
  '270': 270,
  '-90': 270,
});

export const flip: Kind<Flip | undefined> = word({ h: 'h', v: 'v', hv: 'hv', vh: 'hv' });

const DEFAULT_TRIM = 10;

export const trim: Kind<number> = {
  rule: 'true, or a whole number from 1 to 100',
  read: (text) => (text === 'true' ? { value: DEFAULT_TRIM } : whole(1, 100).read(text)),
};

function numbers(text: string): readonly number[] {
  const parts = text.split(',');
  return parts.every((part) => WHOLE.test(part)) ? parts.map(Number) : [];
}

function between(value: number, min: number, max: number): { readonly value: number } | undefined {
  return value >= min && value <= max ? { value } : undefined;
}
