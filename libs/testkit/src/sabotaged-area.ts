import type { BlobArea, BlobAreaName, BlobStore } from '@cairn/images';
import { sabotaged } from './saboteurs.js';

/** The store with some methods of one area replaced; the others stay whole. */
export function sabotagedArea(
  store: BlobStore,
  name: BlobAreaName,
  replacements: (area: BlobArea) => Partial<BlobArea>,
): BlobStore {
  const area = store.area(name);
  const broken = sabotaged(area, replacements(area));
  return sabotaged(store, { area: (asked) => (asked === name ? broken : store.area(asked)) });
}
