import type { Album } from '@cairn/images';
import type { ExportedImage } from '../transfer/image-record.js';

/** An album with the ids of its images in order; without ids if a query selects the images. */
export type ExportedAlbum = Omit<Album, 'owner'> & { readonly images: readonly string[] };

/** A space without its features. Times in epoch milliseconds. */
export interface ExportedSpace {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly createdAt: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The content of an account, in the stores or on a server. */
export interface Origin {
  /** Oldest first. */
  images(): AsyncIterable<ExportedImage>;
  /** The stored bytes. */
  read(image: ExportedImage): Promise<AsyncIterable<Uint8Array>>;
  albums(): AsyncIterable<ExportedAlbum>;
  /** Oldest first. */
  spaces(): AsyncIterable<ExportedSpace>;
  /** The features by ascending id, one per line. */
  features(spaceId: string): Promise<AsyncIterable<Uint8Array | string>>;
}
