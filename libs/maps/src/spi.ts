export { listedMap, mapCreated, mapDeleted, mapUpdated, positionOf } from './map/web-map.js';
export { MapRepository, type MappedSpace, type MapRemoval } from './map/map-repository.js';
export { trashedMap } from './map/trashed-map.js';
