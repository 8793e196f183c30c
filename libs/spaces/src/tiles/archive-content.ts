import type { ArchiveContent } from '@cairn/geometry';
import type { ContentState } from '../features/read-content-state.js';
import { describeMap } from './describe-map.js';
import { mapBounds } from './map-bounds.js';
import { attributionOf, fieldTypesOf } from './map-labels.js';

/** What an archive says of its tiles besides their zooms. */
export function archiveContent(content: ContentState): Pick<ArchiveContent, 'bounds' | 'metadata'> {
  const map = describeMap(content);
  const { id, title, description } = map.space;
  const attribution = attributionOf(map);
  const metadata = {
    name: title,
    type: 'overlay',
    vector_layers: [{ id, fields: fieldTypesOf(map) }],
    ...(description !== '' && { description }),
    ...(attribution !== '' && { attribution }),
  };
  return { bounds: mapBounds(map.bounds), metadata };
}
