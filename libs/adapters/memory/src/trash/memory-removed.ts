import { storedFile, type Image } from '@cairn/images';
import type { BlobReference } from '@cairn/images/spi';
import { compareTexts, NotInTrash, type Disposal, type TrashEntry, type TrashKind } from '@cairn/kernel';
import type { MemoryTrash, Stored } from './memory-trash.js';

/** The records that a repository has in the trash. */
export class MemoryRemoved<T> {
  private readonly values = new Map<string, T>();

  constructor(
    private readonly trash: MemoryTrash,
    private readonly kind: TrashKind,
  ) {}

  put(entry: TrashEntry, value: T, bytes: Partial<Pick<Stored, 'blobKey' | 'countedBytes'>> = {}): void {
    this.values.set(entry.id, value);
    this.trash.put(entry, { countedBytes: 0, ...bytes, left: () => this.values.delete(entry.id) });
  }

  list(): readonly T[] {
    return [...this.values.values()];
  }

  /** @throws {NotInTrash} */
  get(owner: string, id: string): T {
    this.trash.check({ owner, id, kind: this.kind });
    const value = this.values.get(id);
    if (value === undefined) throw new NotInTrash();
    return value;
  }
}

/** The blobs of images and of those in the trash, each once, by ascending key. */
export function blobsOf(images: readonly Image[], trash: MemoryTrash): readonly BlobReference[] {
  const references = [
    ...trash.blobs(),
    ...images.map(({ id, file }) => ({ blobKey: file.blobKey, imageId: id })),
  ];
  const byKey = new Map(references.map((reference) => [reference.blobKey, reference]));
  return [...byKey.values()].sort((one, other) => compareTexts(one.blobKey, other.blobKey));
}

/** The bytes of an image that the trash keeps. */
export function bytesOf(
  { file }: Image,
  { countsBytes }: Disposal,
): Pick<Stored, 'blobKey' | 'countedBytes'> {
  return { blobKey: file.blobKey, countedBytes: countsBytes ? storedFile(file).sizeInBytes : 0 };
}
