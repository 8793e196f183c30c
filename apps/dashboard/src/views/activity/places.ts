import type { ActivityRowRecord } from '@cairn/api-schema';

/** What is shown of a row. */
type Placed = Pick<ActivityRowRecord, 'operation' | 'status' | 'thing' | 'images' | 'target'>;

const GONE = /^(?:delete(?:Album|Space|Map)|deleteLink|revokeKey)$/;

/** The address in the page of what a row is about; `undefined` for what is gone, or has no view. */
export function placeOf({ operation, status, thing, images, target }: Placed): string | undefined {
  if (thing === null || (GONE.test(operation) && status < 400)) return undefined;
  const id = encodeURIComponent(thing.id);
  switch (thing.type) {
    case 'album':
      return `/albums/${id}`;
    case 'folder':
      return `/images?path=${id}`;
    case 'space': {
      const feature = target?.startsWith(`${thing.id}/`) === true ? target.slice(thing.id.length + 1) : '';
      const isThere = feature !== '' && operation !== 'deleteFeature';
      return `/spaces/${id}${isThere ? `?feature=${encodeURIComponent(feature)}` : ''}`;
    }
    case 'image':
      return images.some(({ url }) => url !== null) ? `/images/${id}` : undefined;
    case 'key':
      return '/keys';
    case 'map':
      return `/maps/${id}`;
    case 'link':
      return undefined;
  }
}
