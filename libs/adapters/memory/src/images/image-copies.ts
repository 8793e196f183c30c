import type { Image, ImageDescription } from '@cairn/images';

/** A deep copy, so that nobody changes what is kept. */
export function copyOf(image: Image): Image {
  const { tags, file, description } = image;
  const copied = { ...image, tags: [...tags], file: { ...file } };
  return description === undefined ? copied : { ...copied, description: copyOfDescription(description) };
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

/** The bytes of the originals together. */
export function sizeOf(images: Iterable<Image>): number {
  return [...images].reduce((sum, { file }) => sum + file.sizeInBytes, 0);
}
