import type * as H3 from 'h3-js';
import type { BoundingBox } from '../boxes/bounding-box.js';
import { cutAtAntimeridian } from '../clip/clip-to-bbox.js';
import type { Geometry, Position } from '../geojson/geojson.js';
import type { CellGrid } from './cell-grid.js';

/** The cells of H3 of one resolution, 0 to 15. */
export function hexGrid(h3: typeof H3, resolution: number): CellGrid {
  // The flag for those that overlap leaves out some of resolution 0.
  const reaching = h3.POLYGON_TO_CELLS_FLAGS.containmentOverlappingBbox;
  const cellCount = h3.getNumCells(resolution);
  const outlineOf = (cell: string): Geometry => {
    const ring = h3
      .cellToBoundary(cell, true)
      .map(([longitude = 0, latitude = 0]): Position => [rounded(longitude), rounded(latitude)]);
    const whole = { type: 'Polygon', coordinates: [ring] } as const;
    return isAcross(ring) ? (cutAtAntimeridian(whole) ?? whole) : whole;
  };
  return {
    cellAt: ([longitude, latitude]) => h3.latLngToCell(latitude, longitude, resolution),
    outlineOf,
    centreOf: (cell) => {
      const [latitude, longitude] = h3.cellToLatLng(cell);
      return [rounded(longitude), rounded(latitude)];
    },
    isPentagon: (cell) => h3.isPentagon(cell),
    areaOf: outlineOf,
    cellsIn: (box) => h3.polygonToCellsExperimental(ringOf(box), resolution, reaching, true),
    cellCountIn: (box) => (areaOfBox(box) / SPHERE) * cellCount,
    largestArea: (LARGEST * SPHERE) / cellCount,
  };
}

/** To a tenth of a millimetre: the last digits differ between builds of H3. */
const rounded = (degrees: number): number => Math.round(degrees * 1e9) / 1e9;

/** Whether a ring goes across the antimeridian, or around a pole: it does then on one of its edges. */
const isAcross = (ring: readonly Position[]): boolean =>
  ring.some(([longitude], index) => Math.abs(longitude - (ring[index - 1] ?? ring[0] ?? [0])[0]) > 180);

const SPHERE = 4 * Math.PI;
/** Of the area of a cell on average: the largest has 1.22, https://h3geo.org/docs/core-library/restable. */
const LARGEST = 1.25;

const ringOf = ([west, south, east, north]: BoundingBox): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** On a sphere of radius 1. */
function areaOfBox([west, south, east, north]: BoundingBox): number {
  const [bottom, top] = [south, north].map((latitude) => Math.sin((latitude * Math.PI) / 180));
  return ((east - west) * Math.PI * ((top ?? 0) - (bottom ?? 0))) / 180;
}
