import type { AlbumQuery } from '@cairn/images';
import type { Facts } from '../sidecars/facts.js';
import type { ImageRecord } from '../../transfer/image-record.js';

/** An image to store. */
export interface NewImage {
  readonly name: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly visibility: string | undefined;
  readonly bytes: Uint8Array;
  readonly facts: Facts;
  /** From an export of Cairn. */
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
  /** Only of a smart album. */
  readonly query: AlbumQuery | undefined;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
}

export interface NewSpace {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** As the HTTP interface has them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly format: 'ndjson' | 'geojson-seq' | 'geojson';
}

/** What became of the features of a space. */
export interface SpaceCounts {
  readonly stored: number;
  readonly failed: number;
}

const ENDING = /^(?:storage-|quota-exceeded$|feature-quota-exceeded$)/;

/** Whether after an error with this code what comes next fails, too. */
export const endsImport = (code: string): boolean => ENDING.test(code);

/** Where images, albums and spaces are imported to: the stores, or a server. */
export interface Destination {
  /** Whether images and albums of an export keep their ids. */
  readonly keepsIds: boolean;
  /** The ids of the images in a folder, by the SHA-256 of their bytes, as they were uploaded and as they are served. */
  imagesIn(path: string): Promise<ReadonlyMap<string, string>>;
  /** The id here of an image that had this one in an export, as far as ids are kept and the account has it. */
  findImage(formerId: string): Promise<string | undefined>;
  /** Returns its id. @throws {Refused} */
  addImage(image: NewImage): Promise<string>;
  /**
   * Returns `false` where there is one of this id, or of this title where ids are not kept. One that an import was killed at
   * is not there, or completed. @throws {Refused}
   */
  addAlbum(album: NewAlbum): Promise<boolean>;
  /**
   * Stores a space with its features. Returns `undefined` where there is one of this id. One that an import was killed at
   * is removed first. @throws {Refused}
   */
  addSpace(space: NewSpace, features: AsyncIterable<Uint8Array>): Promise<SpaceCounts | undefined>;
}
