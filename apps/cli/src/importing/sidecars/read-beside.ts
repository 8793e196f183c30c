import { capturedAtSeconds, parseCapturedAt, parseDegrees, photoPosition } from '@cairn/image-structure';
import { Fields } from '../../transfer/fields.js';
import { readImageRecord, type ImageRecord } from '../../transfer/image-record.js';
import { MAX_SIDECAR_BYTES, readFile } from '../sources/read-file.js';
import type { SourceFile } from '../sources/source.js';
import type { Facts } from './facts.js';
import { factsOfXmp } from './xmp.js';

/** The facts about an image from the files beside it. */
interface Beside {
  readonly facts: Facts;
  /** The record, if the source is an export of Cairn. */
  readonly record: ImageRecord | undefined;
  /** Sentences about files that could not be read. */
  readonly notes: readonly string[];
}

/** What lies beside images. */
interface Sidecars {
  readonly sidecarsOf: (image: SourceFile) => readonly SourceFile[];
  readonly originalSidecarsOf: (image: SourceFile) => readonly SourceFile[];
}

/** Reads the sidecars of an image. Unreadable ones contribute nothing and are noted. */
export async function readBeside(image: SourceFile, beside: Sidecars): Promise<Beside> {
  let record: ImageRecord | undefined;
  const found: Facts[] = [];
  const notes: string[] = [];
  const read = async (sidecar: SourceFile, take: (text: string) => void): Promise<void> => {
    try {
      if (sidecar.refused !== undefined) throw new Error(sidecar.refused);
      take(decodeText(await readFile(sidecar, MAX_SIDECAR_BYTES)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notes.push(`Nothing is taken from ${sidecar.name} beside it: ${reason}`);
    }
  };
  for (const sidecar of beside.sidecarsOf(image))
    await read(sidecar, (text) => {
      if (/\.xmp$/i.test(sidecar.name)) {
        found.push(factsOfXmp(text));
        return;
      }
      const json = Fields.parse(text);
      record ??= readImageRecord(json);
      found.push(factsOfJson(json));
    });
  for (const sidecar of beside.originalSidecarsOf(image))
    await read(sidecar, (text) => {
      const json = Fields.parse(text);
      // Only Google names an edited photo after its original.
      if (isOfTakeout(json)) found.push(factsOfJson(json));
    });
  const tags = [...new Set(found.flatMap((facts) => facts.tags))];
  const capturedAt = found.find((facts) => facts.capturedAt !== undefined)?.capturedAt;
  const position = found.find((facts) => facts.position !== undefined)?.position;
  const first = <Name extends keyof Facts>(name: Name): Facts[Name] | undefined =>
    found.find((facts) => facts[name] !== undefined)?.[name];
  const said = {
    title: first('title'),
    caption: first('caption'),
    favourite: first('favourite'),
    rating: first('rating'),
  };
  return { record, facts: { tags, capturedAt, position, ...said }, notes };
}

/**
 * Decodes text in any Unicode encoding: by the byte order mark, or else by the zero bytes among the first characters,
 * which are ASCII in JSON and XML.
 */
export function decodeText(bytes: Uint8Array): string {
  const [a = 1, b = 1, c = 1, d = 1] = bytes;
  const mark = (...wanted: readonly number[]): boolean =>
    wanted.every((byte, index) => bytes[index] === byte);
  if (mark(0xff, 0xfe, 0, 0) || (a !== 0 && b + c + d === 0)) return fromUtf32(bytes, 'little');
  if (mark(0, 0, 0xfe, 0xff) || (a + b + c === 0 && d !== 0)) return fromUtf32(bytes, 'big');
  if (mark(0xff, 0xfe) || (a !== 0 && b === 0)) return new TextDecoder('utf-16le').decode(bytes);
  if (mark(0xfe, 0xff) || (a === 0 && b !== 0)) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

function fromUtf32(bytes: Uint8Array, order: 'little' | 'big'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'little');
    const isCharacter = code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
    if (at > 0 || code !== 0xfeff) parts.push(String.fromCodePoint(isCharacter ? code : 0xfffd));
  }
  return parts.join('');
}

/**
 * Reads JSON beside an image: that of Google Takeout or of Immich, or any object with `tags`, `capturedAt`, `latitude`,
 * `longitude`, `caption` and `rating`.
 */
export function factsOfJson(json: Fields): Facts {
  const people = json.objects('people').flatMap((person) => person.text('name') ?? []);
  const places = [json, json.object('geoData'), json.object('geoDataExif')];
  const found = places.map((place) => photoPosition(degrees(place, 'latitude'), degrees(place, 'longitude')));
  const capturedAt = takenAt(json.object('photoTakenTime')) ?? parseCapturedAt(json.text('capturedAt') ?? '');
  return {
    tags: [...json.texts('tags'), ...people],
    ...(capturedAt !== undefined && { capturedAt }),
    position: found.find((position) => position !== undefined),
    ...saidInJson(json),
  };
}

/** Takeout says `favorited`, Immich `isFavorite`; both call the caption a description. The title of Takeout is a file name. */
function saidInJson(json: Fields): Partial<Facts> {
  const caption =
    json.text('caption') ?? json.text('description') ?? json.object('exifInfo').text('description');
  const rating = json.number('rating') ?? json.object('exifInfo').number('rating');
  const isFavourite = ['favorited', 'isFavorite', 'favourite'].some((name) => json.value(name) === true);
  return {
    ...(caption !== undefined && { caption }),
    ...(isFavourite && { favourite: true }),
    ...(rating !== undefined && { rating }),
  };
}

/** Whether Google Takeout wrote it. */
const isOfTakeout = (json: Fields): boolean => json.has('photoTakenTime');

/** Google writes the seconds as text; before 1970 they are negative. */
function takenAt(time: Fields): string | undefined {
  const text = time.text('timestamp')?.trim() ?? '';
  const seconds = time.number('timestamp') ?? (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);
  return seconds === undefined ? undefined : capturedAtSeconds(seconds);
}

function degrees(place: Fields, axis: 'latitude' | 'longitude'): number | undefined {
  return place.number(axis) ?? parseDegrees(place.text(axis) ?? '', axis);
}
