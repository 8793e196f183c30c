import type { MapOfLayers, MapOfPhotos, MapOfSpace } from './shared-map.ts';

// The program of the maps on the pages of links, which do not belong to the dashboard. A dynamically imported part
// loads its style sheets.
const photos = document.querySelector<MapOfPhotos>('.map[data-images]');
const space = document.querySelector<MapOfSpace>('.map[data-tiles]');
const layers = document.querySelector<MapOfLayers>('.map[data-api]');
if (photos !== null) await (await import('./photo-map.ts')).showPhotos(photos);
if (space !== null) await (await import('./space-map.ts')).showSpace(space);
if (layers !== null) await (await import('./web-map/web-map.ts')).showWebMap(layers);
