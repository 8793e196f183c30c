/** A name of a file in parts: `a/IMG_7-edited(1).jpg`. */
export interface NameParts {
  readonly name: string;
  /** `a/` */
  readonly folder: string;
  /** `IMG_7-edited(1).jpg` */
  readonly base: string;
  /** `IMG_7-edited(1)` */
  readonly stem: string;
  /** `.jpg` */
  readonly ending: string;
  /** The number, such as `(1)`, of files that would otherwise have the same name; empty for none. */
  readonly number: string;
  /** The base without the number. */
  readonly unnumbered: string;
  /** The stem of the original if this is the name of an edited photo, such as `IMG_7(1)`. */
  readonly original: string | undefined;
}

/** A possible reading of a sidecar's name. */
export interface Reading {
  readonly folder: string;
  /** The name of the file, with or without its extension. */
  readonly target: string;
  /** The number, which Google puts behind the extension: `x.jpg(1).json` belongs to `x(1).jpg`. */
  readonly number: string;
}

const EDITED = /^(.+)-[\p{L}\p{M}'’ ]{2,20}$/u;

export function nameParts(name: string): NameParts {
  const slash = name.lastIndexOf('/') + 1;
  const [folder, base] = [name.slice(0, slash), name.slice(slash)];
  const stem = base.replace(/\.[^.]*$/, '');
  const ending = base.slice(stem.length);
  const [, start = stem, number = ''] = /^(.+)(\(\d+\))$/.exec(stem) ?? [];
  // Any word, because Google translates `-edited`.
  const [, original] = EDITED.exec(start) ?? [];
  return {
    name,
    folder,
    base,
    stem,
    ending,
    number,
    unnumbered: start + ending,
    original: original === undefined ? undefined : original + number,
  };
}

/** Google truncates it to any length, to limit the length of the name before `.json`. */
const SUFFIX = 'supplemental-metadata';

/** The most specific reading first. */
export function readingsOf(sidecar: string): readonly Reading[] {
  const slash = sidecar.lastIndexOf('/') + 1;
  const [folder, base] = [sidecar.slice(0, slash), sidecar.slice(slash)];
  const target = base.replace(/\.[^.]*$/, '');
  const whole = { folder, target, number: '' };
  if (!/\.json$/i.test(base)) return [whole];
  const [, start = target, number = ''] = /^(.+)(\(\d+\))$/.exec(target) ?? [];
  const unnumbered = { folder, target: start, number };
  const readings = number === '' ? [whole] : [whole, unnumbered];
  return [...readings, ...readings.flatMap((reading) => withoutSuffix(reading))];
}

function withoutSuffix(reading: Reading): readonly Reading[] {
  const dot = reading.target.lastIndexOf('.');
  const isSuffix = dot > 0 && SUFFIX.startsWith(reading.target.slice(dot + 1).toLowerCase());
  return isSuffix ? [{ ...reading, target: reading.target.slice(0, dot) }] : [];
}

/** Google truncates names to 46 characters, of which some take three bytes. */
const MIN_CUT_BYTES = 43;

/** Whether a name may be the truncated form of a longer one. */
export const isCut = ({ target, number }: Reading): boolean =>
  Buffer.byteLength(target + number) >= MIN_CUT_BYTES;
