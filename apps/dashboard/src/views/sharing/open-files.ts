import type { GalleryImage, GrantRecord } from '@cairn/api-schema';
import { client } from '../../api/client.ts';

type Shared = GrantRecord['resource'];

const OPEN = ['public', 'unlisted'] as const;

/** The images of a shared thing whose files anyone gets who knows their address, whatever its links say. */
export async function openFilesOf({ type, id }: Shared): Promise<readonly GalleryImage[]> {
  const isOpen = ({ visibility }: Pick<GalleryImage, 'visibility'>) =>
    visibility !== undefined && visibility !== 'private';
  switch (type) {
    case 'image': {
      const image = await client.call('GET /api/images/{id}', {
        params: { id },
        query: { include: ['visibility'] },
      });
      return isOpen(image) ? [image] : [];
    }
    case 'folder':
      return await client
        .list('GET /api/images', { query: { path: id, visibility: [...OPEN], limit: 1_000 } })
        .all();
    case 'album': {
      const images = client.list('GET /api/albums/{id}/images', {
        params: { id },
        query: { include: ['visibility'], limit: 1_000 },
      });
      return (await images.all()).filter(isOpen);
    }
    case 'account':
    case 'space':
    case 'map':
      return [];
  }
}
