import { storedFile, type Image, type ImageDescription } from '@cairn/images';

/** A deep copy, so that nobody changes what is kept. */
export function copyOf(image: Image): Image {
  const { tags, file, description, position } = image;
  const copied = {
    ...image,
    tags: [...tags],
    ...(position && { position: { ...position } }),
    file: copyOfFile(file),
  };
  return description === undefined ? copied : { ...copied, description: copyOfDescription(description) };
}

function copyOfFile({ whole, edit, ...file }: Image['file']): Image['file'] {
  return {
    ...file,
    ...(whole && { whole: { ...whole, edits: whole.edits.map((each) => ({ ...each })) } }),
    ...(edit && { edit: { ...edit, ...(edit.crop && { crop: { ...edit.crop } }) } }),
  };
}

function copyOfDescription(description: ImageDescription): ImageDescription {
  const { removed, camera, position, appearance } = description;
  return {
    ...description,
    removed: [...removed],
    ...(camera && { camera: { ...camera } }),
    ...(position && { position: { ...position } }),
    ...(typeof appearance === 'object' && { appearance: { ...appearance } }),
  };
}

/** Whether the owner and the bytes are the same. */
export function isOfSameBytes(former: Image, { owner, file }: Pick<Image, 'owner' | 'file'>): boolean {
  return former.owner === owner && former.file.sha256 === file.sha256;
}

/** The bytes of the originals by their blobs, which several images may have. */
export function sizesOf(images: Iterable<Image>): Map<string, number> {
  return new Map([...images].map(({ file }) => [file.blobKey, storedFile(file).sizeInBytes]));
}

/** The largest size of each blob. */
export function largestOf(
  sizes: readonly (readonly [blobKey: string, size: number])[],
): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const [key, size] of sizes) largest.set(key, Math.max(size, largest.get(key) ?? 0));
  return largest;
}

export const sumOf = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0);
