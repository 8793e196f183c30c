import type { MapOfPhotos, MapOfSpace } from './shared-map.ts';

// The program of the maps on the pages of links, which are no part of the dashboard. The style sheets of a part that is
// imported late come with it.
const photos = document.querySelector<MapOfPhotos>('.map[data-images]');
const space = document.querySelector<MapOfSpace>('.map[data-tiles]');
if (photos !== null) await (await import('./photo-map.ts')).showPhotos(photos);
if (space !== null) await (await import('./space-map.ts')).showSpace(space);
