import type { AlbumQuery, EditChange, ImageSettings } from '@cairn/images';
import type { Facts } from '../sidecars/facts.js';
import type { ImageRecord, Whole } from '../../transfer/image-record.js';

/** Settings that would prevent the import of features, and the mark of an unfinished import. They are set last. */
const AT_LAST = ['readOnly', 'active', 'client'];

/** The member of `client` that a space has until it is completely imported. `client` is for data of client programs. */
const MARK = 'cairnImport';
const BEGUN = 'begun';

/** Bytes that may be there. */
export interface KnownBytes {
  readonly sha256: string;
  readonly path: string;
}

/** An image that was there before. */
export interface FoundImage {
  readonly id: string;
  readonly inTrash: boolean;
}

/** An image to store. */
export interface NewImage {
  readonly name: string;
  readonly path: string;
  readonly settings: Whole<ImageSettings>;
  readonly bytes: Uint8Array;
  readonly facts: Facts;
  readonly edit: EditChange | undefined;
  /** The record in an export of Cairn. */
  readonly record: ImageRecord | undefined;
}

export interface NewAlbum {
  readonly id: string | undefined;
  readonly title: string;
  readonly description: string;
  readonly order: 'manual' | 'newest' | 'oldest';
  /** Ids that images have at the destination. */
  readonly images: readonly string[];
  readonly coverId: string | undefined;
  /** Present only for a smart album. */
  readonly query: AlbumQuery | undefined;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
}

export interface NewSpace {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** In the form of the HTTP interface. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly format: 'ndjson' | 'geojson-seq' | 'geojson';
}

/** The outcomes for the features of a space. */
export interface SpaceCounts {
  readonly stored: number;
  readonly failed: number;
}

const ENDING = /^(?:storage-|quota-exceeded$|feature-quota-exceeded$)/;

/** Whether everything after an error with this code would fail too. */
export const endsImport = (code: string): boolean => ENDING.test(code);

/** The destination of images, albums and spaces: the stores, or a server. */
export interface Destination {
  /** Whether images and albums of an export keep their ids. */
  readonly keepsIds: boolean;
  /**
   * An image in the folder with these bytes, as they were uploaded or as they are served; one that was deleted from there, if
   * there is no other.
   */
  findBytes(file: KnownBytes): Promise<FoundImage | undefined>;
  /** Takes an image out of the trash. @throws {Refused} */
  restore(id: string): Promise<void>;
  /** Adds tags to an image that is there. @throws {Refused} */
  addTags(id: string, tags: readonly string[]): Promise<void>;
  /** The image here with this id in an export, if ids are kept and the account has the image. */
  findImage(formerId: string): Promise<FoundImage | undefined>;
  /** Returns its id. @throws {Refused} */
  addImage(image: NewImage): Promise<string>;
  /**
   * Returns `false` if there is an album with this id or, if ids are not kept, with this title. An album that a killed
   * import left incomplete does not count, or is completed.
   * @throws {Refused}
   */
  addAlbum(album: NewAlbum): Promise<boolean>;
  /**
   * Stores a space with its features. Returns `undefined` if there is a space with this id. A space that a killed
   * import left incomplete is removed first.
   * @throws {Refused}
   */
  addSpace(space: NewSpace, features: AsyncIterable<Uint8Array>): Promise<SpaceCounts | undefined>;
}

type Settings = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether an import was killed before the space was complete, according to its `client`. */
export const isUnfinished = (client: unknown): boolean =>
  isObject(client) && new Map<string, unknown>(Object.entries(client)).get(MARK) === BEGUN;

/** The settings of a space before its features are imported. */
export function firstSettings(settings: Settings): Settings {
  const entries = Object.entries(settings).filter(([name]) => !AT_LAST.includes(name));
  return { ...Object.fromEntries(entries), client: { [MARK]: BEGUN } };
}

/** The change of settings after the features are imported. The result is the settings of the export. */
export function lastSettings(settings: Settings): Settings {
  const entries = Object.entries(settings).filter(([name]) => AT_LAST.includes(name));
  const { client, ...others } = Object.fromEntries(entries);
  const own = isObject(client) ? client : {};
  return { ...others, client: { ...own, [MARK]: null } };
}
