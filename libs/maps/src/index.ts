export {
  BASE_MAPS,
  type BaseMap,
  type ListedMap,
  type MapKey,
  type MapLayer,
  type MapView,
  type WebMap,
} from './map/web-map.js';
export type { MapChange, MapDetails } from './map/parse-map.js';
export { type NewLayer, shownProperties, showsOnlyCells } from './map/parse-layer.js';
export { defaultMapId, spaceOfDefault } from './map/default-map.js';
export {
  MapChanged,
  MapExists,
  MapLayerGone,
  MapLayerNotFound,
  MapLimitReached,
  MapNotFound,
} from './errors.js';
export type { MapError } from './map-error.js';
export { CreateMap, MAP_ID_LENGTH, type NewMap } from './map/create-map.js';
export { UpdateMap, type MapUpdate } from './map/update-map.js';
export {
  ListMaps,
  OpenDefaultMap,
  ReadMap,
  shownMap,
  type ReadableMap,
  type ShownLayer,
  type ShownMap,
} from './map/read-maps.js';
export { DeleteMap, type MapDeletion, RestoreMap } from './map/delete-map.js';
export { SuggestStyles } from './styles/suggest-styles.js';
export { OpenLayer, type LayerReader } from './layers/open-layer.js';
export { MAP_TILE_LAYER, OpenedLayer } from './layers/opened-layer.js';
export type {
  LayerAnalysis,
  LayerAnalysisQuery,
  LayerDescription,
  LayerExport,
  LayerSearch,
  LayerShaper,
  LayerTile,
} from './layers/layer-queries.js';
