import type * as H3 from 'h3-js';
import { cutAtAntimeridian } from '../clip/clip-to-bbox.js';
import type { Position } from '../geojson/geojson.js';
import type { CellGrid } from './cell-grid.js';

/** The cells of H3 of one resolution, 0 to 15. */
export function hexGrid(h3: typeof H3, resolution: number): CellGrid {
  return {
    cellAt: ([longitude, latitude]) => h3.latLngToCell(latitude, longitude, resolution),
    outlineOf: (cell) => {
      const ring = h3
        .cellToBoundary(cell, true)
        .map(([longitude = 0, latitude = 0]): Position => [rounded(longitude), rounded(latitude)]);
      const whole = { type: 'Polygon', coordinates: [ring] } as const;
      return cutAtAntimeridian(whole) ?? whole;
    },
    centreOf: (cell) => {
      const [latitude, longitude] = h3.cellToLatLng(cell);
      return [rounded(longitude), rounded(latitude)];
    },
    isPentagon: (cell) => h3.isPentagon(cell),
  };
}

/** To a tenth of a millimetre: the last digits differ between builds of H3. */
const rounded = (degrees: number): number => Math.round(degrees * 1e9) / 1e9;
