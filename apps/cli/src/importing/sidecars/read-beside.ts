import {
  capturedAtSeconds,
  decodeText,
  parseCapturedAt,
  parseDegrees,
  photoPosition,
  readXmp,
} from '@cairn/image-structure';
import { Fields } from '../../transfer/fields.js';
import { readImageRecord, type ImageRecord } from '../../transfer/image-record.js';
import { MAX_SIDECAR_BYTES, readFile } from '../sources/read-file.js';
import type { SourceFile } from '../sources/source.js';
import type { Facts } from './facts.js';

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
        const { shown, ...facts } = readXmp(text);
        // That of `photo.xmp` may be of a raw file.
        const isOfFile = sidecar.name.slice(0, -'.xmp'.length) === image.name;
        found.push({ ...facts, ...(shown && isOfFile && { shown }) });
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
    own: first('own'),
    shown: first('shown'),
  };
  return { record, facts: { tags, capturedAt, position, ...said }, notes };
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
