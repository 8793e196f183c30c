import type { GrantRecord } from '@cairn/api-schema';

/** The path of the view that shows a shared thing. An image of another account has a view of its own. */
export function pathOf({ type, id }: GrantRecord['resource'], account: 'own' | 'other'): string {
  const encoded = encodeURIComponent(id);
  const paths = {
    account: '/images',
    folder: `/images?path=${encoded}`,
    album: `/albums/${encoded}`,
    image: account === 'own' ? `/images/${encoded}` : `/image/${encoded}`,
    space: `/spaces/${encoded}`,
    map: `/maps/${encoded}`,
  };
  return paths[type];
}
