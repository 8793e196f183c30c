import type { BlobReference, CatalogRepository } from '../catalog/catalog-repository.js';
import type { BlobArea, StoredBlob } from './blob-area.js';
import type { BlobStore } from './blob-store.js';

const BATCH = 500;

/** The blob store and the catalog. */
export interface BlobsAndCatalog {
  readonly catalog: CatalogRepository;
  readonly blobs: BlobStore;
}

/** The entries of a key: a blob, a reference to it, or both. */
export type Pair = readonly [blob: StoredBlob | undefined, reference: BlobReference | undefined];

/** Merge join of originals and references by key, holding a batch of each. */
export async function* blobsAndReferences({ catalog, blobs }: BlobsAndCatalog): AsyncGenerator<Pair> {
  const stored = blobsIn(blobs.area('originals'));
  const recorded = ascending(
    (after) => catalog.listBlobs(BATCH, after),
    (reference: BlobReference) => reference.blobKey,
  );
  let blob = await next(stored);
  let reference = await next(recorded);
  while (blob !== undefined || reference !== undefined) {
    const order = compare(blob?.key, reference?.blobKey);
    yield [order <= 0 ? blob : undefined, order >= 0 ? reference : undefined];
    if (order <= 0) blob = await next(stored);
    if (order >= 0) reference = await next(recorded);
  }
}

/** Iterates over an area by key, in batches. */
export function blobsIn(area: BlobArea): AsyncGenerator<StoredBlob, undefined> {
  return ascending(
    (after) => area.list(BATCH, after),
    (blob) => blob.key,
  );
}

async function* ascending<T>(
  list: (after: string | undefined) => Promise<readonly T[]>,
  key: (item: T) => string,
): AsyncGenerator<T, undefined> {
  let batch = await list(undefined);
  while (batch.length > 0) {
    yield* batch;
    const last = batch.at(-1);
    batch = last === undefined ? [] : await list(key(last));
  }
  return undefined;
}

async function next<T>(items: AsyncGenerator<T, undefined>): Promise<T | undefined> {
  const { value } = await items.next();
  return value;
}

function compare(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  return right === undefined || left < right ? -1 : 1;
}
