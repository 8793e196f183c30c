import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GROUND_FONTS, GROUND_GLYPH_RANGES } from '@cairn/ground';
import { InvalidInput } from '@cairn/kernel';
import { faultAt } from '../messages/faults.js';
import { HttpError } from '../messages/http-error.js';
import { GLYPHS } from '../responses/compressed.js';

const { resolve } = createRequire(import.meta.url);
const ARCHIVE = 'ground.pmtiles';
const CHARACTERS = 256;
const LAST_CODE_POINT = 65_535;
const SPRITES = ['sprite', 'sprite@2x'];

/** A file of the ground, by what a request asks for: no part of an address becomes a path. */
export interface GroundFile {
  /** Below the assets. */
  readonly name: string;
  readonly contentType: string;
}

/** The archive of tiles. Found when it is first asked for: a service may be bundled without the assets. */
export const archivePath = (): string => resolve(`@cairn/ground/assets/${ARCHIVE}`);

/** Where a file of the ground is. */
export const pathOfFile = ({ name }: GroundFile): string => join(dirname(archivePath()), name);

/**
 * The glyphs of the first font of a stack that the ground has.
 * @throws {InvalidInput} if the range is none. {HttpError} 404 if the ground does not have it.
 */
export function glyphsFile(fontstack: string, range: string): GroundFile {
  const [, first = '', last = ''] = /^(\d{1,5})-(\d{1,5})$/.exec(range) ?? [];
  const isRange = first !== '' && Number(first) % CHARACTERS === 0;
  if (!isRange || Number(last) !== Number(first) + CHARACTERS - 1 || Number(last) > LAST_CODE_POINT)
    throw new InvalidInput([
      faultAt(
        ['range'],
        'invalid-value',
        'must be 256 code points from a multiple of 256 on, such as `0-255`',
      ),
    ]);
  const asked = fontstack.split(',').map((name) => name.trim());
  const font = asked.find((name) => GROUND_FONTS.some((known) => known.name === name));
  if (font === undefined || !GROUND_GLYPH_RANGES.includes(range)) throw notFound();
  return { name: `fonts/${font}/${range}.pbf`, contentType: GLYPHS };
}

/** A part of a font. @throws {HttpError} 404 */
export function fontFile(name: string): GroundFile {
  const file = `${name}.woff2`;
  if (!GROUND_FONTS.some(({ faces }) => faces.some((face) => face.file === file))) throw notFound();
  return { name: `fonts/${file}`, contentType: 'font/woff2' };
}

const spriteTypes = { json: 'application/json; charset=utf-8', png: 'image/png' } as const;

/** The icons, or what is where in them. @throws {HttpError} 404 */
export function spriteFile(sprite: string, ending: keyof typeof spriteTypes): GroundFile {
  if (!SPRITES.includes(sprite)) throw notFound();
  return { name: `${sprite}.${ending}`, contentType: spriteTypes[ending] };
}

const notFound = (): HttpError =>
  new HttpError({ status: 404, code: 'not-found', detail: 'The ground has no such file.' });
