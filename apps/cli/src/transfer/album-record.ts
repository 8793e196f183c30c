import { ALBUM_ORDERS, extensions, VISIBILITIES, type AlbumOrder, type AlbumQuery } from '@cairn/images';
import { IMAGE_SORTS, LACKINGS } from '@cairn/images/spi';
import { Fields } from './fields.js';

/** An album as a line of an export. */
export interface AlbumRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly order: AlbumOrder;
  /** The ids that the images had at the origin, in the order of the album. */
  readonly images: readonly string[];
  readonly coverId: string | undefined;
  readonly query: AlbumQuery | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The latest valid date: ECMA-262 §21.4.1.1. */
const MAX_TIME_MS = 8.64e15;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) <= MAX_TIME_MS;
const oneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    isText(value) && values.includes(value);
const listOf =
  (isOne: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isOne);

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
/** An object whose members with these names are numbers. */
const membersOf =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    names.every((name) => isNumber(new Fields(value).value(name)));
const isCircle = (value: unknown): boolean =>
  isNumber(new Fields(value).value('radiusInMeters')) &&
  membersOf('longitude', 'latitude')(new Fields(value).value('centre'));

/** The conditions of a smart album in the form of an export. */
const CONDITIONS: Readonly<Record<keyof AlbumQuery, (value: unknown) => boolean>> = {
  path: isText,
  depth: oneOf('tree', 'own'),
  tags: listOf(isText),
  tagMatch: oneOf('all', 'any'),
  text: isText,
  types: listOf(oneOf(...Object.keys(extensions))),
  visibilities: listOf(oneOf(...VISIBILITIES)),
  favourite: (value) => typeof value === 'boolean',
  rating: (value) => Number.isInteger(value),
  from: isTime,
  until: isTime,
  takenFrom: isText,
  takenTo: isText,
  box: membersOf('west', 'south', 'east', 'north'),
  near: isCircle,
  camera: isText,
  without: listOf(oneOf(...LACKINGS)),
  addedBy: isText,
  guest: isText,
  sort: oneOf(...IMAGE_SORTS),
};

/**
 * Reads an album of an export; `undefined` if the JSON is anything else. An invalid condition makes the whole album
 * invalid: without the condition, a smart album would have more images.
 */
export function readAlbumRecord(json: Fields): AlbumRecord | undefined {
  const [id, title] = [json.text('id'), json.text('title')];
  const [createdAt, updatedAt] = [json.time('createdAt'), json.time('updatedAt')];
  const order = ALBUM_ORDERS.find((one) => one === json.text('order'));
  if (id === undefined || !/^[0-9A-Za-z]{1,64}$/.test(id) || title === undefined || order === undefined)
    return undefined;
  if (createdAt === undefined || updatedAt === undefined) return undefined;
  const isOfKind = (name: string, isKind: (value: unknown) => boolean): boolean =>
    !json.has(name) || isKind(json.value(name));
  const isRight =
    isOfKind('description', isText) &&
    isOfKind('coverId', isText) &&
    isOfKind('images', listOf(isText)) &&
    isOfKind('query', isQuery);
  if (!isRight) return undefined;
  return {
    id,
    title,
    description: json.text('description') ?? '',
    order,
    images: json.texts('images'),
    coverId: json.text('coverId'),
    query: json.has('query') ? (json.value('query') as AlbumQuery) : undefined,
    createdAt,
    updatedAt,
  };
}

const checks: ReadonlyMap<string, (value: unknown) => boolean> = new Map(Object.entries(CONDITIONS));

function isQuery(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, condition]) => checks.get(name)?.(condition) === true);
}
