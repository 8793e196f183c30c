import type { ArchiveContent } from '@cairn/geometry';
import type { ContentState } from '../features/read-content-state.js';
import { describeMap } from './describe-map.js';
import { attributionOf, fieldTypesOf } from './map-labels.js';

/** Where a space without shapes is. */
const WORLD = [-180, -85.0511, 180, 85.0511] as const;

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
  return { bounds: map.bounds ?? WORLD, metadata };
}
