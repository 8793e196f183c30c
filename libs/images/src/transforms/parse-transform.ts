import { InvalidInput, parseAll, type Fault } from '@cairn/kernel';
import * as values from './parameter-values.js';
import type { Kind } from './parameter-values.js';
import { FITS, FORMATS, type Position, type Transform } from './transform.js';

/** A parsed query: the values by parameter name. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export const MAX_SIDE = 16_383;
const MAX_DPR = 3;

/** Every parameter of a transform. A new one also needs a form in `canonicalQuery`. */
const NAMES = [
  'w',
  'h',
  'dpr',
  'fit',
  'position',
  'enlarge',
  'crop',
  'trim',
  'flip',
  'rotate',
  'pad',
  'background',
  'blur',
  'sharpen',
  'format',
  'q',
  'strip',
];
const PRESET = 'preset';

const fits = values.word(Object.fromEntries(FITS.map((fit) => [fit, fit])));
const formats = values.word({
  ...Object.fromEntries(FORMATS.map((name) => [name, name])),
  jpg: 'jpeg' as const,
});
const booleans = values.word<true | undefined>({ true: true, false: undefined, '1': true, '0': undefined });
const strips = values.word<'metadata' | undefined>({ all: undefined, metadata: 'metadata' });

/** Whether a query requests a transform, by any of its parameters. Other queries are ignored, for example `?v=2`. */
export function asksForTransform(query: Query): boolean {
  return Object.keys(query).some((name) => name === PRESET || NAMES.includes(name));
}

/** Queries by the value of `preset`. */
export type Presets = ReadonlyMap<string, Query>;

const NO_PRESETS: Presets = new Map();

/**
 * Parses the transform of a query. With `preset`, the other parameters override those of the preset.
 * @throws {InvalidInput} with every fault of the query.
 */
export function parseTransform(query: Query, presets: Presets = NO_PRESETS): Transform {
  const faults = Object.keys(query)
    .filter((name) => name !== PRESET && !NAMES.includes(name))
    .map((name) => fault(name, 'unknown-parameter', `\`${name}\` is not a parameter of images.`));
  try {
    const transform = readAll({ ...presetOf(query, presets), ...query });
    InvalidInput.throwIfAny([...faults, ...conflictsOf(transform)]);
    return transform;
  } catch (error) {
    if (!(error instanceof InvalidInput) || faults.length === 0) throw error;
    throw new InvalidInput(new Set([...faults, ...error.listed]), error.unlisted);
  }
}

function readAll(query: Query): Transform {
  const read = <T>(name: string, kind: Kind<T>) => {
    return () => {
      const text = onlyValue(name, query);
      return text === undefined ? undefined : values.valueOf(name, text, kind);
    };
  };
  return parseAll({
    w: read('w', values.whole(1, MAX_SIDE)),
    h: read('h', values.whole(1, MAX_SIDE)),
    dpr: read('dpr', values.decimal(1, MAX_DPR)),
    fit: read('fit', fits),
    position: read('position', values.position),
    enlarge: read('enlarge', booleans),
    crop: read('crop', values.crop),
    trim: read('trim', values.trim),
    flip: read('flip', values.flip),
    rotate: read('rotate', values.rotation),
    pad: read('pad', values.pad),
    background: read('background', values.background),
    blur: read('blur', values.decimal(0.3, 50)),
    sharpen: read('sharpen', values.decimal(0.3, 10)),
    format: read('format', formats),
    q: read('q', values.whole(1, 100)),
    strip: read('strip', strips),
  });
}

function presetOf(query: Query, presets: Presets): Query {
  const name = onlyValue(PRESET, query);
  if (name === undefined) return {};
  const preset = presets.get(name);
  if (preset !== undefined) return preset;
  const names = [...presets.keys()];
  const rule =
    names.length === 0 ? 'There are no presets.' : `\`preset\` must be one of ${names.join(', ')}.`;
  throw new InvalidInput([fault(PRESET, 'unknown-preset', rule)]);
}

function onlyValue(name: string, query: Query): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw InvalidInput.of('repeated', `\`${name}\` must be given once.`);
}

function conflictsOf({ crop, trim, rotate, position }: Transform): readonly Fault[] {
  const faults: Fault[] = [];
  if (crop !== undefined && trim !== undefined)
    faults.push(fault('trim', 'conflict', '`crop` and `trim` cannot be combined.'));
  if (isFound(position) && (rotate === 90 || rotate === 270))
    faults.push(
      fault('position', 'conflict', '`position` must be a point or an edge where the image is rotated.'),
    );
  return faults;
}

/** Whether finding the position requires the pixels. */
export function isFound(position: Position | undefined): position is 'attention' | 'entropy' {
  return typeof position === 'string';
}

function fault(name: string, code: string, detail: string): Fault {
  return { pointer: `/${name}`, code, detail };
}
