import type { ContentVersion } from '@cairn/spaces/spi';
import type { PackContent } from '../pack/pack-content.js';

/** A feature that was written since a pack was built. */
export interface WrittenText {
  readonly id: string;
  readonly text: string;
}

/** A pack, and what was written since. */
export interface MergedParts {
  readonly pack: PackContent;
  /** The positions of features that were replaced or removed. */
  readonly hidden: ReadonlySet<number>;
  /** In the order of the ids. */
  readonly written: readonly WrittenText[];
}

interface Begun {
  readonly at: ContentVersion;
  readonly expected: number;
}

/** Requests to the thread. It builds one pack: of chunks that follow and an `end`, or by merging. */
export type BuildRequest =
  | ({ readonly kind: 'begin' } & Begun)
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | ({ readonly kind: 'merge' } & Begun & MergedParts);

/** `grown` follows each chunk, also those that merging makes. */
export type BuildAnswer =
  | { readonly kind: 'grown'; readonly sizeInBytes: number }
  | { readonly kind: 'built'; readonly pack: PackContent }
  | { readonly kind: 'failed'; readonly message: string };
