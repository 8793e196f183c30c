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
