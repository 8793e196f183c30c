import type { Image } from '@cairn/images';
import type { Space } from '@cairn/spaces';

/** A space. `updatedAt` is its change count. */
export function aSpace(id: string): Space {
  const times = { createdAt: 0, updatedAt: 0, contentUpdatedAt: 0 };
  return { id, title: '', description: '', owner: 'drill', storageId: 'sqlite', settings: {}, ...times };
}

/** An image record without bytes. */
export function anImage(id: string): Image {
  return {
    ...{ id, owner: 'drill', path: '', fileName: `${id}.png`, tags: ['drill'], createdAt: 0, updatedAt: 0 },
    file: {
      ...{ contentType: 'image/png', width: 1, height: 1, frames: 1, orientation: 1 },
      ...{ blobKey: `blob${id.replaceAll('-', 'x')}`, sizeInBytes: 1, sha256: id },
    },
  };
}
