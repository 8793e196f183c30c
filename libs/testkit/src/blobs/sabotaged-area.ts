import type { BlobArea, BlobAreaName, BlobStore } from '@cairn/images/spi';
import { sabotaged } from '../saboteurs.js';

/** A store with some methods of one area replaced. The original is unchanged. */
export function sabotagedArea(
  store: BlobStore,
  name: BlobAreaName,
  replacements: (area: BlobArea) => Partial<BlobArea>,
): BlobStore {
  const area = store.area(name);
  const broken = sabotaged(area, replacements(area));
  return sabotaged(store, { area: (asked) => (asked === name ? broken : store.area(asked)) });
}
