export {
  type Feature,
  type Geometry,
  type GeometryCollection,
  type JsonObject,
  type JsonValue,
  type LineString,
  type MultiLineString,
  type MultiPoint,
  type MultiPolygon,
  type Point,
  type Polygon,
  type Position,
  type Rings,
  type SimpleGeometry,
  featureIdOf,
} from './geojson/geojson.js';
export { flatten } from './geojson/flatten.js';
export { DEFAULT_GEOJSON_LIMITS, type GeoJsonLimits } from './validation/report.js';
export { type GeoJsonFault, type Validation } from './validation/fault.js';
export { crsFault } from './validation/crs.js';
export { validateFeature, validateGeometry } from './validation/validate-feature.js';
export {
  type BoundingBox,
  boxesContain,
  boxesIntersect,
  joinBoxes,
  splitBbox,
} from './geojson/bounding-box.js';
export { boundingBoxesOf } from './boxes/bounding-boxes-of.js';
export { PackedGeometry } from './plane/packed-geometry.js';
export { type IndexedGeometry, type PreparedGeometry, prepare } from './plane/prepared-geometry.js';
export { disjoint, intersects } from './predicates/intersects.js';
export { isPole, withAllLongitudes } from './predicates/pole.js';
export { contains, TooManyCrossings, within } from './predicates/contains.js';
export { distanceBetween, isWithinDistance } from './distance/distance.js';
export { HALF_MERIDIAN } from './distance/geodesic.js';
export { circleAround } from './distance/circle.js';
export { boxesAround, leastDistanceBetween } from './distance/boxes-around.js';
export { parseWkt } from './geojson/parse-wkt.js';
export { wktOf } from './geojson/wkt.js';
export { force2D } from './geojson/force-2d.js';
export { bboxPolygon } from './boxes/bbox-polygon.js';
export { clipToArea } from './clip/clip-to-area.js';
export { clipToBbox, cutAtAntimeridian } from './clip/clip-to-bbox.js';
export { positionCountIn, positionCountOf } from './geojson/position-count.js';
export { InvalidTileAddress, isTile, MAX_ZOOM, type Tile, quadkeyOf } from './tiles/tile.js';
export { parseTile, type TileAddressing } from './tiles/parse-tile.js';
export { tileBbox } from './tiles/tile-bbox.js';
export {
  type CellGrid,
  type Grid,
  MAX_HEX_RESOLUTION,
  MAX_QUAD_ZOOM,
  middleOf,
  middleOfEdges,
  type Place,
  withinTurn,
} from './cells/cell-grid.js';
export { hexCellArea } from './cells/hex-grid.js';
export { openGrid } from './cells/open-grid.js';
export { areaShares, type AreaShare } from './area/area-shares.js';
export { tileAt, tileOfQuadkey } from './cells/quad-grid.js';
export { encodeLimitedTile, encodeTile, type LimitedTile } from './tiles/mvt/encode-tile.js';
export { numericIdOf } from './tiles/mvt/numeric-id.js';
export { tileFaults } from './tiles/mvt/tile-faults.js';
export {
  type TileFeature,
  type TileGeometry,
  type TileLayer,
  type TileProperties,
} from './tiles/mvt/tile-layer.js';
export { type PlacedTinyPolygon } from './tiles/drawing/small-polygon-merger.js';
export { packedShapes, type PackedShapes, unpackedShapes } from './tiles/drawing/packed-shapes.js';
export { type SplitGeometry, type TileShapes, tileShapesOf } from './tiles/drawing/shaping.js';
export { type MapFeature, TileDrawing } from './tiles/drawing/tile-drawing.js';
export { type TileGrid } from './tiles/drawing/tile-grid.js';
export { generalised } from './tiles/generalise/generalised.js';
export { pieceOf } from './tiles/generalise/piece-of.js';
export { ArchiveEntries, archiveHead, type ArchiveContent } from './tiles/pmtiles/archive-head.js';
export { firstNumberOf, MAX_NUMBERED_ZOOM, placeOf, type TilePlace } from './tiles/pmtiles/tile-number.js';
