import { parseCapturedAt } from '@cairn/image-structure';
import { InvalidInput } from '@cairn/kernel';
import type { Image } from './image.js';

/** What a time comes from: a person, the camera, the name of the file, or the file's own date. The last two are guesses. */
export type TakenFrom = 'person' | 'camera' | 'name' | 'file';

/** When a photo was taken. `at` in ISO 8601, by the camera's own clock, with its offset from UTC if that is known. */
export interface Taken {
  readonly at: string;
  readonly from: TakenFrom;
}

/** Sort keys of images without a time are below those of all others. 2^52 leaves room for both within 2^53. */
const UNDATED = 2 ** 52;

/** The best known time of a photo: what a person set comes first, then the camera's, then a guess. */
export function takenOf({ takenAt, description }: TimeSource): Taken | undefined {
  if (takenAt !== undefined) return { at: takenAt, from: 'person' };
  const { capturedAt, timeInName, fileModifiedAt } = description ?? {};
  if (capturedAt !== undefined) return { at: capturedAt, from: 'camera' };
  if (timeInName !== undefined) return { at: timeInName, from: 'name' };
  return fileModifiedAt === undefined ? undefined : { at: fileModifiedAt, from: 'file' };
}

type TimeSource = Pick<Image, 'takenAt' | 'description'>;

/**
 * The sort key of an image by the time it was taken: the local time in milliseconds, as if the camera's clock had shown UTC, to the
 * second. Images without a time come before all others, by their creation.
 */
export function takenKey(image: TimeSource & Pick<Image, 'createdAt'>): number {
  const taken = takenOf(image);
  return taken === undefined ? image.createdAt - UNDATED : localTime(taken.at);
}

/** The key of the first moment, by any clock, that counts as a time. */
export const FIRST_TAKEN_KEY = -(2 ** 51);

/** The day of a photo by the camera's own clock, such as `2024-07-01`. */
export function takenDay(image: TimeSource): string | undefined {
  return takenOf(image)?.at.slice(0, 10);
}

/** Milliseconds of a local time, whatever its offset from UTC. */
function localTime(at: string): number {
  return Date.parse(`${at.slice(0, 19)}Z`);
}

/** A year, a month or a day. */
const PERIOD = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/;

/** Milliseconds of a local time, as in `takenKey`; `until` is exclusive. */
export interface TakenPeriod {
  readonly from: number;
  readonly until: number;
}

/** The period that a year `2024`, a month `2024-07` or a day `2024-07-01` is. @throws {InvalidInput} for anything else. */
export function parseTakenPeriod(text: string): TakenPeriod {
  const [, year = '', month = '01', day = '01'] = PERIOD.exec(text) ?? [];
  const from = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  // Rejects February 30, which would otherwise become another day.
  if (Number.isNaN(from) || !new Date(from).toISOString().startsWith(text))
    throw InvalidInput.of(
      'invalid-day',
      'A day is written as `2024-07-01`, a month as `2024-07`, a year as `2024`.',
    );
  const end = new Date(from);
  if (text.length === 4) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (text.length === 7) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + 1);
  return { from, until: end.getTime() };
}

/** A time in a request, with or without an offset from UTC. @throws {InvalidInput} */
export function parseTakenAt(text: string): string {
  const time = parseCapturedAt(text);
  if (time !== undefined) return time;
  throw InvalidInput.of(
    'invalid-time',
    'A time is written as `2024-07-01T12:34:56`, with or without an offset.',
  );
}

/** The local time so many minutes later, with the same offset from UTC. @throws {InvalidInput} beyond the year 9999. */
export function shiftedTime(at: string, minutes: number): string {
  const shifted = localTime(at) + minutes * 60_000;
  const isPossible = shifted >= FIRST_TIME && shifted <= LAST_TIME;
  const text = isPossible
    ? parseCapturedAt(`${new Date(shifted).toISOString().slice(0, 19)}${at.slice(19)}`)
    : undefined;
  if (text !== undefined) return text;
  throw InvalidInput.of('invalid-time', 'A photo would be taken before the year 1 or after 9999.');
}

const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59Z');
