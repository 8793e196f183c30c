import type { SharedMap } from './shared-map.ts';

// The program of the maps on the pages of links, which are no part of the dashboard. The style sheets of a part that is
// imported late come with it.
const map = document.querySelector<SharedMap>('.map');
if (map !== null) {
  const { showPhotos } = await import('./photo-map.ts');
  await showPhotos(map);
}
